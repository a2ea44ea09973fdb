/* left.c - tests of model/left: a state taken from a line. */
#include "model/left.h"

#include "tap.h"

static const char line[] = "{\"t\":\"left\",\"all\":["
			   "\"process\",\"17\",\"1 345 67 a (b) c\","
			   "\"level\",\"mem.MemFree\",\"4096\","
			   "\"wonder\",\"x\",\"y\","
			   "\"choice\",\"sysctl.a\",\"1\\u001b[2J\","
			   "\"counter\",\"vm.x\",\"12\","
			   "\"level\",\"dentry.all\",\"many\","
			   "\"unread\",\"slabinfo\",\"needs root\","
			   "\"process\",\"18\",\"nonsense\","
			   "\"level\",\"cut\"]}";

int main(void)
{
	struct left_process p;
	struct wire_msg m;
	struct err e;
	struct left l;
	size_t n;

	tap_ok(wire_read(&m, line, strlen(line), &e) == 0, "a line is read");
	tap_ok(m.kind == WIRE_LEFT, "its kind");
	left_take(&l, &m);
	wire_msg_release(&m);
	tap_ok(l.n == 7, "7 things: %zu", l.n);
	tap_near(left_number(&l, LEFT_LEVEL, "mem.MemFree"), 4096, 0,
	    "a level");
	tap_near(left_number(&l, LEFT_COUNTER, "vm.x"), 12, 0, "a counter");
	tap_ok(isnan(left_number(&l, LEFT_LEVEL, "dentry.all")),
	    "no number is none");
	tap_ok(isnan(left_number(&l, LEFT_LEVEL, "vm.x")),
	    "a counter is no level");
	tap_ok(!strchr(left_find(&l, LEFT_CHOICE, "sysctl.a")->value, '\033'),
	    "nothing that a terminal obeys");
	tap_ok(left_process(left_find(&l, LEFT_PROCESS, "17"), &p) &&
		p.pid == 17 && p.ppid == 1 && p.start == 345 && p.ticks == 67 &&
		strcmp(p.name, "a (b) c") == 0,
	    "a process");
	tap_ok(!left_process(left_find(&l, LEFT_PROCESS, "18"), &p),
	    "none of nonsense");
	left_first(&l, LEFT_LEVEL, &n);
	tap_ok(n == 2, "two levels");
	tap_ok(left_find(&l, LEFT_LEVEL, "cut") == NULL, "not half a thing");
	left_release(&l);
	tap_ok(wire_read(&m, "{\"t\":\"left\",\"all\":[1]}", 22, &e) < 0,
	    "a list of numbers is refused");
	return tap_done();
}
