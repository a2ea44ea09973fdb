// browser.js PAGE...: pages in headless Chromium, as TAP: no errors on the
// console, nothing loaded, no overflow at 1280 and 390 pixels, by day and night;
// contrasts; sorting, filtering, the part of a row, the keyboard; printing; and
// that a page reads without its script. HOSTILE in a name: nothing of it ran.
'use strict';
const path = require('path');
const { createRequire } = require('module');
const from = process.env.PLAYWRIGHT_CORE ||
    path.join(process.cwd(), 'package.json');

// In the folder that $PLAYWRIGHT_CORE names (it holds node_modules, or is the
// package), else where node looks: from the working directory up, $NODE_PATH.
function load() {
	for (const way of [
		() => require(from),
		() => createRequire(path.join(from, 'x.js'))('playwright-core'),
		() => require('playwright-core'),
	]) {
		try {
			const found = way();
			if (found && found.chromium)
				return found.chromium;
		} catch (e) {
			if (e.code !== 'MODULE_NOT_FOUND' &&
			    e.code !== 'ERR_UNSUPPORTED_DIR_IMPORT')
				throw e;
		}
	}
	return null;
}

const PATIENCE = 15000; // ms for what takes some, on a busy machine

let n = 0, bad = 0;
function ok(good, what, more) {
	console.log(`${good ? 'ok' : 'not ok'} ${++n} - ${what}`);
	if (!good) {
		bad = 1;
		console.log('#   ' + String(more).replace(/\n/g, '\n#   '));
	}
}
function is(got, want, what) {
	ok(JSON.stringify(got) === JSON.stringify(want), what,
	    `got ${JSON.stringify(got)}, wanted ${JSON.stringify(want)}`);
}

// In the page: text whose contrast with what is behind it is less than WCAG 2.1
// asks (4.5 to 1; bold from 18.7 px and all from 24 px on 3 to 1).
function contrasts() {
	const rgb = (s) => {
		const m = s.match(/[\d.]+/g).map(Number);
		return [m[0], m[1], m[2], m[3] === undefined ? 1 : m[3]];
	};
	const over = (a, b) => a.slice(0, 3).map(
	    (c, i) => c * a[3] + b[i] * (1 - a[3])).concat(1);
	const light = (c) => {
		const [r, g, b] = c.slice(0, 3).map((v) => {
			v /= 255;
			return v <= .03928 ? v / 12.92 :
			    Math.pow((v + .055) / 1.055, 2.4);
		});
		return .2126 * r + .7152 * g + .0722 * b;
	};
	const behind = (e) => {
		const svg = e.closest('svg');
		const cell = e.previousElementSibling;
		if (svg && /\bpf-t\d/.test(e.getAttribute('class') || '') && cell)
			return rgb(getComputedStyle(cell).fill);
		if (svg && svg.querySelector('.pf-bg'))
			return rgb(getComputedStyle(
			    svg.querySelector('.pf-bg')).fill);
		for (; e; e = e.parentElement) {
			const c = rgb(getComputedStyle(e).backgroundColor);
			if (c[3] === 1)
				return c;
		}
		return [255, 255, 255, 1];
	};
	const faults = [];
	const walk = document.createTreeWalker(document.body,
	    NodeFilter.SHOW_TEXT);
	for (let t; (t = walk.nextNode());) {
		const e = t.parentElement, s = getComputedStyle(e);
		if (!t.data.trim() || /^(script|title|desc|option)$/i.test(
		    e.tagName) || !e.getClientRects().length)
			continue;
		const back = behind(e);
		const colour = rgb(e.closest('svg') ? s.fill : s.color);
		colour[3] *= Number(s.opacity);
		const a = light(over(colour, back)), b = light(back);
		const ratio = (Math.max(a, b) + .05) / (Math.min(a, b) + .05);
		const size = parseFloat(s.fontSize);
		const large = size >= 24 ||
		    (size >= 18.66 && Number(s.fontWeight) >= 700);
		if (ratio < (large ? 3 : 4.5))
			faults.push(`${ratio.toFixed(2)} ${e.tagName}.` +
			    `${e.getAttribute('class')} ${t.data.slice(0, 30)}`);
	}
	return [...new Set(faults)].slice(0, 8);
}

const names = (page) => page.$$eval('#table tbody tr',
    (rows) => rows.filter((r) => !r.hidden).map(
	(r) => r.cells[0].textContent));

async function look(browser, file, name, scheme, width) {
	const what = `${name}, ${scheme}, ${width}`;
	const page = await browser.newPage({ colorScheme: scheme,
		viewport: { width, height: 900 } });
	const errors = [], asked = [];

	page.on('console', (m) => errors.push(m.text()));
	page.on('pageerror', (e) => errors.push(e.message));
	page.on('dialog', (d) => { errors.push('dialog'); d.dismiss(); });
	page.on('request', (r) => asked.push(r.url()));
	await page.goto('file://' + path.resolve(file));
	await page.$$eval('details', (all) => all.forEach(
	    (d) => { d.open = true; }));
	is(await page.evaluate(() => document.documentElement.scrollWidth),
	    width, `${what}: no overflow`);
	is(await page.evaluate(contrasts), [], `${what}: contrasts`);
	is(await page.evaluate(() => getComputedStyle(document.body)
	    .backgroundColor), scheme === 'dark' ? 'rgb(17, 17, 17)' :
	    'rgb(255, 255, 255)', `${what}: its theme`);
	is(errors, [], `${what}: nothing on the console`);
	is(asked.length, 1, `${what}: nothing is loaded`);
	await page.close();
}

async function sorting(page, name) {
	const button = page.locator('#table thead button').nth(1);
	const values = () => page.$$eval('#table tbody tr', (rows) => rows
	    .map((r) => r.cells[1].dataset.v).filter((v) => v).map(Number));
	const before = await names(page);
	const sorted = (await values()).sort((a, b) => b - a);

	await button.click();
	is(await values(), sorted, `${name}: sorted, the largest first`);
	is(await page.$eval('#table thead th:nth-child(2)',
	    (h) => h.getAttribute('aria-sort')), 'descending',
	    `${name}: and it says so`);
	await button.focus();
	await page.keyboard.press('Enter');
	is(await values(), sorted.reverse(), `${name}: by the keyboard, back`);
	await button.click();
	is(await names(page), before, `${name}: and as it was`);
	await page.locator('#table thead button').first().click();
	is((await names(page))[0], before.slice().sort((a, b) =>
	    a.localeCompare(b, 'en', { numeric: true }))[0],
	    `${name}: by name`);
	await page.locator('#table thead button').first().click();
	await page.locator('#table thead button').first().click();
}

async function filtering(page, name) {
	const all = await names(page);
	const some = all.filter((t) => t.includes('sys_'));
	const word = await page.$eval('#table tbody tr', (r) => r.dataset.word);

	await page.fill('#words', 'SYS_');
	is(await names(page), some, `${name}: filtered by name`);
	is(await page.textContent('#shown'),
	    `${some.length} of ${all.length} rows`, `${name}: and counted`);
	await page.fill('#words', 'no such row');
	is(await names(page), [], `${name}: no row`);
	await page.press('#words', 'Escape');
	is(await names(page), all, `${name}: Escape shows all`);
	await page.selectOption('#word', word);
	const left = await page.$$eval('#table tbody tr', (rows) => rows
	    .filter((r) => !r.hidden).map((r) => r.dataset.word));
	ok(left.length > 0 && left.every((w) => w === word),
	    `${name}: filtered by word`, left);
	await page.selectOption('#word', '');
}

async function use(browser, file, name) {
	const page = await browser.newPage({
		viewport: { width: 1280, height: 900 } });

	page.setDefaultTimeout(PATIENCE);
	await page.goto('file://' + path.resolve(file));
	await sorting(page, name);
	await filtering(page, name);
	await page.locator('#table tbody a').nth(2).click();
	await page.waitForFunction(() => document.getElementById('r3').open)
	    .catch(() => null); // the next line says it
	is(await page.$eval('#r3', (d) => d.open), true,
	    `${name}: a row's name opens its part`);
	ok(await page.$eval('#r3', (d) => {
		const box = d.getBoundingClientRect();
		return box.top >= 0 && box.top < innerHeight;
	}), `${name}: which is seen`, 'it is not');
	is(await page.evaluate(() => document.activeElement.tagName),
	    'SUMMARY', `${name}: and has the focus`);
	await page.emulateMedia({ media: 'print' });
	is(await page.$eval('nav', (e) => getComputedStyle(e).display), 'none',
	    `${name}: print leaves out what is of the screen`);
	await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
	is(await page.evaluate(() => getComputedStyle(document.body)
	    .backgroundColor), 'rgb(255, 255, 255)',
	    `${name}: and is on white at night, too`);
	const pdf = await page.pdf({ format: 'A4' });
	ok(pdf.length > 10000, `${name}: it can be printed`, pdf.length);
	await page.close();
}

// Of many comparisons one is shown, by the mouse or by the keyboard.
async function choosing(page, name) {
	const parts = page.locator('.choice > div');
	const count = await parts.count();

	if (count === 0)
		return;
	ok(await parts.last().isVisible(), `${name}: the last is shown`,
	    'it is not');
	await page.locator('.choice > label').first().click();
	ok(await parts.first().isVisible() && !await parts.last().isVisible(),
	    `${name}: the first is chosen`, 'it is not');
	await page.keyboard.press('ArrowRight');
	ok(await parts.nth(1).isVisible() && !await parts.first().isVisible(),
	    `${name}: the next by a key`, 'it is not');
}

async function plain(browser, file, name) {
	const context = await browser.newContext({ javaScriptEnabled: false,
		viewport: { width: 390, height: 900 } });
	const page = await context.newPage();

	page.setDefaultTimeout(PATIENCE);
	await page.goto('file://' + path.resolve(file));
	ok(await page.locator('#table tbody tr').first().isVisible(),
	    `${name}: without a script the table is there`, 'it is not');
	is(await page.locator('#filter').isVisible(), false,
	    `${name}: and nothing that would do nothing`);
	await page.locator('details.row summary').first().click();
	ok(await page.locator('details.row dl').first().isVisible(),
	    `${name}: a row's part opens`, 'it does not');
	await choosing(page, name);
	await context.close();
}

(async () => {
	const chromium = load();
	let browser;

	if (!chromium) {
		console.log('1..0 # SKIP no playwright-core; $PLAYWRIGHT_CORE ' +
		    'says where');
		return;
	}
	try {
		browser = await chromium.launch({ headless: true,
			executablePath: process.env.CHROMIUM ||
			    '/usr/bin/chromium', args: ['--no-sandbox'] });
	} catch (e) {
		console.log('1..0 # SKIP chromium does not start: ' +
		    e.message.split('\n')[0]);
		return;
	}
	try {
		for (const file of process.argv.slice(2)) {
			const name = path.basename(file, '.html');
			for (const scheme of ['light', 'dark'])
				for (const width of [1280, 390])
					await look(browser, file, name, scheme,
					    width);
			if (!name.includes('hostile'))
				await use(browser, file, name);
			await plain(browser, file, name);
		}
	} catch (e) {
		ok(false, 'no surprise', e.message);
	} finally {
		await browser.close();
	}
	console.log(`1..${n}`);
	process.exitCode = bad;
})();
