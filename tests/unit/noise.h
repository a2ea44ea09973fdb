/* noise.h - values without a true difference, for tests: seeded noise of six
 * kinds, each of standard deviation about 1 and median about 0. */
#ifndef PERFLOSS_TESTS_NOISE_H
#define PERFLOSS_TESTS_NOISE_H

#include "base/rng.h"

#include <math.h>

enum noise {
	NOISE_NORMAL,
	NOISE_SKEWED,  /* log-normal, shape 0.75 */
	NOISE_HEAVY,   /* Student's t with 3 degrees of freedom */
	NOISE_BIMODAL, /* one in four 3 sd above */
	NOISE_DRIFT,   /* a slope of 2 sd over the series on normal noise */
	NOISE_AR,      /* first-order autoregression, rho = 0.7 */
	NOISES
};

static const char *const noise_words[NOISES] = { "normal", "skewed", "heavy",
	"bimodal", "drifting", "AR(.7)" };

/* Box and Muller 1958 */
static double noise_normal(struct rng *r)
{
	double u = 1 - rng_unit(r), v = rng_unit(r);

	return sqrt(-2 * log(u)) * cos(6.283185307179586 * v);
}

__attribute__((unused)) static double noise_t3(struct rng *r)
{
	double z = noise_normal(r), s = 0;

	for (int i = 0; i < 3; i++) {
		double w = noise_normal(r);

		s += w * w;
	}
	return z / sqrt(s / 3);
}

__attribute__((unused)) static void noise_fill(struct rng *r, enum noise kind,
    double *x, size_t n)
{
	double last = noise_normal(r);

	for (size_t i = 0; i < n; i++) {
		double z = noise_normal(r);

		switch (kind) {
		case NOISE_SKEWED:
			z = (exp(0.75 * z) - 1) / 1.15;
			break;
		case NOISE_HEAVY:
			z = noise_t3(r) / sqrt(3);
			break;
		case NOISE_BIMODAL:
			z = (z * 0.3 + (rng_below(r, 4) == 0 ? 3 : 0)) / 1.33;
			break;
		case NOISE_DRIFT:
			z += 2 * (double)i / (double)n - 1;
			break;
		case NOISE_AR:
			last = 0.7 * last + sqrt(1 - 0.49) * z;
			z = last;
			break;
		default:
			break;
		}
		x[i] = z;
	}
}

#endif
