#!/bin/sh
# browser.sh - pages in headless Chromium, where it and playwright-core are
# installed: browser.js says what is looked at and where both are looked for
# ($PLAYWRIGHT_CORE, a folder with node_modules; $CHROMIUM).
. "$(dirname "$0")/e2e.sh"
command -v python3 >/dev/null 2>&1 || skip_all "no python3 to make the runs"
command -v node >/dev/null 2>&1 || skip_all "no node"
[ -x "${CHROMIUM:-/usr/bin/chromium}" ] || skip_all "no chromium"
cd "$tmp" || exit 99
golden=$here/../golden
for run in before after later; do
	"$golden/make-run.py" $run >$run.json
done
python3 "$here/hostile.py" before.json 0 >bad0.json
python3 "$here/hostile.py" before.json 1 >bad1.json
"$golden/make-events.py" 1 8 <before.json >events.json
page() { "$PERFLOSS" report -o "$@" || exit 99; }
page one.html before.json
page two.html before.json after.json
page four.html before.json after.json later.json events.json
page five.html before.json after.json later.json events.json before.json
page hostile.html bad0.json bad1.json
page hostile-one.html bad1.json
# chromium keeps its things where these say; what is left goes with $tmp
export XDG_CONFIG_HOME="$tmp/config" XDG_CACHE_HOME="$tmp/cache"
node "$here/browser.js" one.html two.html four.html five.html hostile.html \
    hostile-one.html
