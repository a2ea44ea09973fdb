# make.R - the numbers that src/stats must reproduce, computed by R.
#   Rscript tests/vectors/make.R        (R 4.2 and package coin; Debian: r-base-core r-cran-coin)
# Writes dist.txt, rank.txt, other.txt beside itself. A line is a name and
# numbers; "x" and "y" lines set the samples that the lines below speak of.
here <- dirname(sub("^--file=", "", grep("^--file=", commandArgs(FALSE), value = TRUE)))
suppressMessages(library(coin))
out <- NULL
put <- function(name, ...) cat(name, sprintf("%.17g", c(...)), "\n", file = out, sep = " ")
open_out <- function(name) out <<- file(file.path(here, name), "w")

open_out("dist.txt")
for (x in c(-37, -20, -8, -5, -3, -1.96, -1, -.5, -1e-3, 0, 1e-8, .3, 1, 2, 4, 6, 8))
  put("norm_cdf", x, pnorm(x))
for (p in c(1e-300, 1e-100, 1e-20, 1e-10, 1e-5, .001, .025, .05, .1, .3, .4999, .5, .6, .75, .9, .975, .999, 1 - 1e-9))
  put("norm_quantile", p, qnorm(p))
for (df in c(.5, 1, 1.7, 2, 3, 4.3, 6, 10, 22, 30, 78, 200, 1000, 1e4)) {
  for (t in c(-40, -8, -3, -1, -.1, -1e-6, .2, 1.5, 2.2, 5)) put("t_cdf", t, df, pt(t, df))
  for (p in c(1e-12, 1e-6, .001, .025, .05, .2, .45, .7, .95, .995)) put("t_quantile", p, df, qt(p, df))
  for (x in c(1e-3, .1, .5, 1, 3, 10, 100)) put("chi2_sf", x * df, df, pchisq(x * df, df, lower.tail = FALSE))
}
for (d1 in c(1, 2, 5, 8, 59)) for (d2 in c(1, 3, 10, 46, 180, 1e4)) for (f in c(.01, .5, 1, 2.5, 7, 21, 100))
  put("f_sf", f, d1, d2, pf(f, d1, d2, lower.tail = FALSE))
for (a in c(.3, 1, 2.5, 20, 300)) for (b in c(.5, 1, 7, 90)) for (x in c(.001, .2, .5, .9, .999))
  put("beta", a, b, x, pbeta(x, a, b))
for (a in c(.2, 1, 3.3, 20, 500)) for (m in c(.05, .5, 1, 1.7, 4)) put("gamma_p", a, m * a, pgamma(m * a, a))
for (n in c(1, 5, 12, 60, 300)) for (p in c(.05, .5, .9)) for (k in unique(round(n * c(0, .1, .5, .8, 1))))
  put("binom_cdf", k, n, p, pbinom(k, n, p))
for (x in c(1e-3, .1, .5, 1, 1.5, 2, 7, 15.9, 16, 40, 1e3, 1e6)) {
  put("digamma", x, digamma(x)); put("trigamma", x, trigamma(x))
  put("trigamma_inverse", trigamma(x), x)
}
close(out)

# -- rank --------------------------------------------------------------------
open_out("rank.txt")
for (n in c(1, 2, 5, 6, 12, 20, 37, 60)) for (f in c(0, .1, .25, .4, .5, .7, 1))
  put("signed_cdf", round(f * n * (n + 1) / 2), n, psignrank(round(f * n * (n + 1) / 2), n))
for (s in list(c(1, 1), c(3, 5), c(5, 3), c(6, 6), c(12, 12), c(12, 9), c(20, 15), c(33, 40), c(50, 50)))
  for (f in c(0, .1, .2, .35, .5, .8)) {
    u <- round(f * s[1] * s[2])
    put("sum_cdf", u, s[1], s[2], pwilcox(u, s[1], s[2]))
  }

tail2 <- function(lo, hi) min(1, 2 * min(lo, hi))
# Signed rank with mid-ranks and zeros ranked (Pratt): all sign changes.
brute_signed <- function(x) {
  r <- rank(abs(x)); nz <- x != 0; r2 <- r[nz]; w <- sum(r2[x[nz] > 0])
  if (!any(nz)) return(1)
  sums <- 0
  for (v in r2) sums <- c(sums, sums + v)
  tail2(mean(sums <= w + 1e-9), mean(sums >= w - 1e-9))
}
# Rank sum with mid-ranks: all splits.
brute_sum <- function(x, y) {
  m <- min(length(x), length(y)); r <- rank(c(x, y))
  s <- if (length(x) <= length(y)) sum(r[seq_along(x)]) else sum(r[-seq_along(x)])
  sums <- combn(length(r), m, function(i) sum(r[i]))
  e <- m * (length(r) + 1) / 2
  # the tail on the side of the mean where s lies, as wilcox.test does
  min(1, 2 * if (s > e) mean(sums >= s - 1e-9) else mean(sums <= s + 1e-9))
}
walsh <- function(x) { w <- outer(x, x, "+") / 2; sort(w[!lower.tri(w)]) }

signed <- function(x) {
  n <- length(x); put("x", x)
  put("hl", median(walsh(x)))
  ok <- all(x != 0) && !anyDuplicated(abs(x))
  if (ok) {
    put("signed_p", wilcox.test(x, exact = n <= 60, correct = TRUE)$p.value)
    if (n >= 6 && n <= 60) for (a in c(.1, .05, .01)) {
      w <- suppressWarnings(wilcox.test(x, exact = TRUE, conf.int = TRUE, conf.level = 1 - a))
      if (a / 2 > psignrank(0, n)) put("hl_interval", a, w$conf.int)
    }
  } else if (sum(x != 0) <= 16) {
    p <- brute_signed(x); put("signed_p", p)
    if (any(x != 0)) {
      d <- data.frame(y = c(x, 0 * x), g = factor(rep(1:2, each = n)), b = factor(rep(1:n, 2)))
      k <- pvalue(wilcoxsign_test(y ~ g | b, data = d, distribution = "exact", zero.method = "Pratt"))
      stopifnot(abs(k - p) < 1e-9)
    }
  } else if (n > 60) {
    r <- rank(abs(x)); nz <- x != 0; w <- sum(r[x > 0]); e <- sum(r[nz]) / 2
    put("signed_p", min(1, 2 * pnorm(-(abs(w - e) - .5) / sqrt(sum(r[nz]^2) / 4))))
  }
  if (any(x != 0)) put("sign_p", binom.test(sum(x > 0), sum(x != 0))$p.value)
  for (a in c(.05, .01)) {
    k <- qbinom(a / 2, n, .5)  # smallest k with cdf >= a/2
    if (pbinom(k, n, .5) <= a / 2) k <- k + 1
    if (k >= 1) put("median_interval", a, sort(x)[c(k, n + 1 - k)])
  }
}
two <- function(x, y) {
  m <- length(x); n <- length(y); put("x", x); put("y", y)
  d <- sort(outer(y, x, "-")); put("shift", median(d))
  tied <- anyDuplicated(c(x, y)) > 0
  if (m <= 50 && n <= 50) {
    if (!tied) {
      put("sum_p", wilcox.test(y, x, exact = TRUE)$p.value)
    } else if (choose(m + n, m) < 3e5) {
      p <- brute_sum(x, y); put("sum_p", p)
    } else if (m == n) { # symmetric: coin's two-sided p is twice the tail
      g <- factor(rep(1:2, c(m, n)))
      put("sum_p", min(1, pvalue(wilcox_test(c(x, y) ~ g, distribution = "exact"))))
    }
    if (!tied) for (a in c(.1, .05, .001)) if (a / 2 > pwilcox(0, m, n))
      put("shift_interval", a, wilcox.test(y, x, exact = TRUE, conf.int = TRUE, conf.level = 1 - a)$conf.int)
  } else {
    put("sum_p", wilcox.test(y, x, exact = FALSE, correct = TRUE)$p.value)
    for (a in c(.1, .05, .001)) {
      k <- floor(m * n / 2 + .5 + qnorm(a / 2) * sqrt(m * n * (m + n + 1) / 12))
      if (k >= 1) put("shift_interval", a, d[c(k, m * n + 1 - k)])
    }
  }
}
set.seed(20261130)
for (n in c(1, 2, 3, 5, 6, 9, 12, 20, 31, 60, 61, 80)) signed(rnorm(n, .3))
for (n in c(6, 12, 25)) signed(exp(rnorm(n)) - 1)
for (n in c(4, 6, 8, 12, 14)) { signed(round(rnorm(n, .5) * 2)); signed(round(rnorm(n), 1)) }
signed(round(rnorm(75, .2) * 4)); signed(c(0, 0, 0)); signed(rep(2, 7)); signed(c(-1, 1, 0, 0, 3, 3, -3))
for (s in list(c(1, 1), c(2, 3), c(3, 3), c(4, 4), c(5, 7), c(6, 6), c(12, 12), c(9, 14), c(20, 30), c(40, 40), c(50, 50), c(50, 13)))
  two(rnorm(s[1]), rnorm(s[2], .4))
two(1:12 + .5, 101:112); two(rnorm(60), rnorm(80, .2)); two(rnorm(51), rnorm(8)); two(round(rnorm(70), 1), round(rnorm(55, .3), 1))
for (s in list(c(2, 2), c(3, 5), c(5, 3), c(6, 6), c(8, 9), c(9, 7), c(4, 12))) {
  two(round(rnorm(s[1]) * 2), round(rnorm(s[2], .6) * 2)); two(rpois(s[1], 1), rpois(s[2], 2))
}
for (n in c(12, 20, 40)) two(round(rnorm(n), 1), round(rnorm(n, .5), 1))
two(rep(1, 6), rep(1, 6)); two(rep(1, 8), rep(2, 8)); two(c(1726,1723,1707,1707,1713,1729,1736,1707,1705,1774), c(1423,1416,1411,1413,1412,1426,1422,1424,1447,1425))
close(out)

# -- order, moment, multi, shape ----------------------------------------------
open_out("other.txt")
skew <- function(x) { m <- mean(x); mean((x - m)^3) / mean((x - m)^2)^1.5 }
for (x in list(rnorm(3), rnorm(12), rexp(20), c(5, 5, 5, 7), round(rexp(33), 1), 1e9 + rnorm(10), rcauchy(50))) {
  put("x", x)
  put("median", median(x)); put("mad", mad(x, constant = 1 / qnorm(.75)))
  put("mean", mean(x)); put("sd", sd(x)); put("skew", skew(x - x[1]))
  for (q in c(0, .05, .3, .5, .9, .99, 1)) for (ty in 7:8) put("quantile", q, ty, quantile(x, q, type = ty))
  if (length(x) > 3) put("lag1", acf(x, plot = FALSE, lag.max = 1)$acf[2])
  i <- combn(length(x), 2); put("slope", median((x[i[2, ]] - x[i[1, ]]) / (i[2, ] - i[1, ])))
}
for (s in list(c(6, 6), c(12, 9), c(30, 30))) {
  x <- rnorm(s[1]); y <- rnorm(s[2], 1, 2); put("x", x); put("y", y)
  d <- c(abs(x - median(x)), abs(y - median(y))); g <- factor(rep(1:2, s))
  a <- anova(lm(d ~ g)); put("spread_p", a[["Pr(>F)"]][1])
  a <- anova(lm(c(x, y) ~ g)); put("anova", a[["F value"]][1], a[["Pr(>F)"]][1], a[["Mean Sq"]])
}
for (p in list(c(.0002, .003, .004, .011, .02, .04, .041, .2, .6, .9), runif(1), c(.5, .01, .01, 1, 0, .03), runif(60)^3)) {
  put("x", p)
  put("holm", p.adjust(p, "holm")); put("bh", p.adjust(p, "BH")); put("by", p.adjust(p, "BY"))
}
for (x in list(c(1, 3, 2, 4, 3, 5), rnorm(15), 10:1 + 0, c(1, 1, 2, 2))) { put("x", x); put("isotonic", isoreg(x)$yf) }
put("x", c(1, 2, 4, 8)); put("geomean", exp(mean(log(c(1, 2, 4, 8)))))
for (s in list(list(c(50,200,150,400,750,400,150), c(150,400,720,500,930)), list(c(1726,1723,1707,1707,1713), c(1423,1416,1411,1413,1412,1426,1422)), list(1e3 + c(1,2,4), 1e3 + c(9,2)), list(rnorm(12), rnorm(30, 1, 3)))) {
  put("x", s[[1]]); put("y", s[[2]])
  for (equal in c(1, 0)) { t <- t.test(s[[2]], s[[1]], var.equal = equal == 1); put("student", equal, diff(rev(t$estimate)), t$stderr, t$parameter, t$statistic, t$p.value) }
  for (al in c(.2, .05, .005)) put("student_half", al, diff(t.test(s[[2]], s[[1]], var.equal = TRUE, conf.level = 1 - al)$conf.int) / 2)
}
for (x in list(rnorm(8), rnorm(30) + 1:30 / 15, c(3, 1, 2, 2, 2, 5, 5, 1, 7, 7), -(1:25)^2 + 0, round(rnorm(60), 1))) {
  put("x", x); a <- acf(x, plot = FALSE, lag.max = 5)$acf
  for (lag in 1:5) put("autocorrelation", lag, a[lag + 1])
  put("trend_p", cor.test(x, seq_along(x), method = "kendall", exact = FALSE, continuity = TRUE)$p.value)
}
close(out)
