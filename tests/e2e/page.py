#!/usr/bin/env python3
"""page.py FILE [TEXT...]: whether FILE is a page that is whole, loads nothing
and runs nothing but its own script, and shows each TEXT as text. Prints what is
wrong; status 1 if something is."""
import base64
import hashlib
import html.parser
import re
import sys

VOID = {'meta', 'input'}
KNOWN = set('''html head meta title style body header main nav section h1 h2 h3
p ul li dl dt dd a b table thead tbody tr th td div details summary form label
input select option output script svg desc rect text path span'''.split())
CELLS = {'td', 'th'}  # they end where the next or the row does
SVG = {'svg', 'desc', 'rect', 'text', 'path'}
ATTRIBUTES = set('''lang charset http-equiv content name class id href role
aria-label aria-hidden aria-live tabindex scope data-v data-word hidden type
autocomplete spellcheck placeholder value colspan width height viewbox xmlns x y
d for checked'''.split())


class Page(html.parser.HTMLParser):
    def __init__(self):
        super().__init__(convert_charrefs=True)
        self.open, self.faults, self.ids, self.links = [], [], [], []
        self.scripts, self.policy, self.text = [], '', []

    def fault(self, what):
        line, column = self.getpos()
        self.faults.append(f'line {line}, column {column}: {what}')

    def handle_starttag(self, tag, attrs):
        closed = self.get_starttag_text().endswith('/>')
        if tag not in KNOWN:
            self.fault(f'element {tag}')
        for name, value in attrs:
            if name not in ATTRIBUTES:
                self.fault(f'attribute {name} of {tag}')
            if name == 'id':
                self.ids.append(value)
            if name == 'href':
                self.links.append(value)
        if dict(attrs).get('http-equiv') == 'Content-Security-Policy':
            self.policy = dict(attrs)['content']
        if tag == 'script' and attrs:
            self.fault('a script from elsewhere')
        if tag in CELLS and self.open[-1:] and self.open[-1] in CELLS:
            self.open.pop()
        if tag not in VOID and not closed:
            self.open.append(tag)
        if closed and tag not in SVG:
            self.fault(f'{tag} closes itself')

    def handle_startendtag(self, tag, attrs):
        self.handle_starttag(tag, attrs)

    def handle_endtag(self, tag):
        if tag == 'tr' and self.open[-1:] and self.open[-1] in CELLS:
            self.open.pop()
        if not self.open or self.open[-1] != tag:
            self.fault(f'</{tag}> after {self.open[-1:]}')
        else:
            self.open.pop()

    def handle_data(self, data):
        at = self.open[-1] if self.open else ''
        if at == 'script':
            self.scripts.append(data)
        elif at == 'style':
            if re.search(r'url\(|@import|expression', data):
                self.fault('a style that loads')
        else:
            self.text.append(data)
            if re.search(r'\b(nan|inf)\b', data) and at not in (
                    'summary', 'th', 'td', 'dd', 'li', 'a', 'h1', 'title'):
                self.fault(f'a number that is none: {data[:40]}')

    def handle_comment(self, data):
        self.fault(f'a comment: {data[:40]}')

    def handle_pi(self, data):
        self.fault('an instruction')


def lightness(colour):
    """Relative luminance of "#rgb" or "#rrggbb" (WCAG 2.1)."""
    digits = colour[1:]
    if len(digits) == 3:
        digits = ''.join(2 * c for c in digits)
    parts = [int(digits[i:i + 2], 16) / 255 for i in (0, 2, 4)]
    parts = [c / 12.92 if c <= .03928 else ((c + .055) / 1.055) ** 2.4
             for c in parts]
    return .2126 * parts[0] + .7152 * parts[1] + .0722 * parts[2]


def contrasts(source):
    """Colours of text of which WCAG's 4.5 to 1 does not hold."""
    themes = re.findall(r':root\{([^}]*)\}', source)
    if not themes:
        yield 'no colours'
    for theme in themes:
        has = dict(re.findall(r'--(\w+):(#[0-9a-f]+)', theme))
        for text in 'fg', 'dim', 'link', 'bad', 'good', 'warn':
            for back in 'bg', 'soft':
                a, b = sorted((lightness(has[text]), lightness(has[back])))
                if (b + .05) / (a + .05) < 4.5:
                    yield f'{text} {has[text]} on {back} {has[back]}'


def main():
    with open(sys.argv[1], 'rb') as file:
        raw = file.read()
    source = raw.decode()
    page = Page()
    page.feed(source)
    page.close()
    faults = page.faults
    if not source.startswith('<!DOCTYPE html>\n'):
        faults.append('no doctype')
    if page.open:
        faults.append(f'never closed: {page.open}')
    twice = {i for i in page.ids if page.ids.count(i) > 1}
    if twice:
        faults.append(f'ids twice: {twice}')
    for link in page.links:
        if not link.startswith('#') or link[1:] not in page.ids:
            faults.append(f'a link to {link}')
    script = ''.join(page.scripts)
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest())
    if source.count('<script') != 1:
        faults.append('not one script')
    if f"script-src 'sha256-{digest.decode()}'" not in page.policy or \
            not page.policy.startswith("default-src 'none'"):
        faults.append('the policy does not admit the script alone')
    outside = source.replace('xmlns="http://www.w3.org/2000/svg"', '')
    if re.search(r'(?:src|href|action|data)="?(?:https?:)?//', outside):
        faults.append('an address of elsewhere')
    if re.search('[\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e'
                 '\u2066-\u2069]', source):
        faults.append('a control character, or one that turns the writing')
    text = ''.join(page.text)
    for want in sys.argv[2:]:
        if want not in text:
            faults.append(f'no text {want!r}')
    faults += contrasts(source)
    for fault in faults[:10]:
        print(fault)
    return bool(faults)


sys.exit(main())
