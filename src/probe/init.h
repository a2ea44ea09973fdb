/* init.h - the probe as process 1 of a machine that was made to measure in.
 *
 * The machine has the file LAB, lines KEY=VALUE:
 *
 *	seed=N         mixed into the kernel's randomness; decides how many
 *	               pages this process keeps, 0 to 255
 *	settle_ns=N    to wait before anything is measured
 *	port=N         results go to this port of the machine (isa-debugcon of
 *	               QEMU); absent = to the serial line WIRE
 *	arg=WORD       an argument of the probe proper; may be there again
 *	set=PATH=VALUE written to a file before that; may be there again
 *
 * and PLAN, which is standard input of the probe proper. What goes wrong before
 * the probe says hello is said on the console, in a line that begins with
 * SAYS. */
#ifndef PERFLOSS_PROBE_INIT_H
#define PERFLOSS_PROBE_INIT_H

#include <stdbool.h>

#define INIT_LAB  "/lab"
#define INIT_PLAN "/plan"
#define INIT_WIRE "/dev/ttyS1"
#define INIT_SAYS "perfloss-probe: "

/* Whether this process is that one; anywhere else it does nothing as such. */
bool init_is_wanted(void);

/* Make the machine ready; *argv are then the arguments that LAB has. Returns in
 * the process that is to be the probe proper, with its files; process 1 waits
 * for its end and switches the machine off, as it does when the machine cannot
 * be made ready. */
void init_run(int *argc, char ***argv);

#endif
