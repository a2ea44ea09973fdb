// html.js - what a page does better with a script: it sorts and filters its
// table, and opens the part of a row that is asked for.
(function () {
'use strict';
var table = document.getElementById('table');
var body = table.tBodies[0];
var rows = Array.prototype.slice.call(body.rows);
var heads = Array.prototype.slice.call(table.tHead.rows[0].cells);
var form = document.getElementById('filter');
var words = document.getElementById('words');
var word = document.getElementById('word');
var shown = document.getElementById('shown');

// A cell's number, else its text; what has none stands last either way.
function value(row, column, number) {
	var cell = row.cells[column];
	if (!number)
		return cell.textContent;
	return cell.hasAttribute('data-v') ? Number(cell.dataset.v) :
	    cell.textContent === '' || isNaN(cell.textContent) ? NaN :
	    Number(cell.textContent);
}

function compare(a, b, number) {
	if (!number)
		return a.localeCompare(b, 'en', { numeric: true });
	return isNaN(a) ? (isNaN(b) ? 0 : 1) : isNaN(b) ? -1 : a - b;
}

// By turns: numbers the largest first, then the smallest, then as it was.
function sort(column) {
	var head = heads[column], number = head.className === 'num';
	var turn = number ? ['descending', 'ascending', 'none'] :
	    ['ascending', 'descending', 'none'];
	var now = head.getAttribute('aria-sort') || 'none';
	var next = turn[(turn.indexOf(now) + 1) % 3];
	var sign = next === 'descending' ? -1 : 1;
	var order = rows.slice();

	heads.forEach(function (h) {
		if (h.hasAttribute('aria-sort'))
			h.setAttribute('aria-sort', 'none');
	});
	head.setAttribute('aria-sort', next);
	if (next !== 'none')
		order.sort(function (p, q) {
			var a = value(p, column, number);
			var b = value(q, column, number);
			if (number && (isNaN(a) || isNaN(b)))
				return compare(a, b, number);
			return sign * compare(a, b, number);
		});
	order.forEach(function (r) { body.appendChild(r); });
}

function filter() {
	var parts = words.value.toLowerCase().split(/\s+/), n = 0;

	rows.forEach(function (r) {
		var name = r.cells[0].textContent.toLowerCase();
		var fits = (!word.value || r.dataset.word === word.value) &&
		    parts.every(function (p) { return name.includes(p); });
		r.hidden = !fits;
		n += fits;
	});
	shown.textContent = n + ' of ' + rows.length + ' rows';
}

function fill() {
	var count = {};

	rows.forEach(function (r) {
		count[r.dataset.word] = (count[r.dataset.word] || 0) + 1;
	});
	Object.keys(count).forEach(function (w) {
		var option = document.createElement('option');
		option.value = w;
		option.textContent = w + ' (' + count[w] + ')';
		word.appendChild(option);
	});
}

// The part that the address names.
function open() {
	var part = location.hash.length > 1 &&
	    document.getElementById(location.hash.slice(1));

	if (part && part.tagName === 'DETAILS') {
		part.open = true;
		part.scrollIntoView();
		part.firstElementChild.focus({ preventScroll: true });
	}
}

heads.forEach(function (head, column) {
	var button;

	if (head.className === 'none')
		return;
	button = document.createElement('button');
	button.type = 'button';
	button.textContent = head.textContent;
	button.addEventListener('click', function () { sort(column); });
	head.textContent = '';
	head.appendChild(button);
	head.setAttribute('aria-sort', 'none');
});
form.addEventListener('submit', function (e) { e.preventDefault(); });
form.addEventListener('reset', function () { setTimeout(filter); });
words.addEventListener('input', filter);
word.addEventListener('change', filter);
words.addEventListener('keydown', function (e) {
	if (e.key === 'Escape') {
		words.value = '';
		filter();
	}
});
window.addEventListener('hashchange', open);
fill();
filter();
form.hidden = false;
open();
})();
