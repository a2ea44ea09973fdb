/* common_tcp.c - what went wrong with TCP connections meanwhile.
 *
 * From the lines "TcpExt:" of /proc/net/netstat (see proc_net_netstat(5)): one
 * of names, one of values in the same order. TCPSynRetrans is chosen over
 * RetransSegs of /proc/net/snmp because the latter counts the real network's
 * losses as well, which are no concern of loopback. */
#include "bench/common_tcp.h"

#include "base/num.h"

#include <fcntl.h>
#include <string.h>
#include <unistd.h>

/* The next word of a line: *at moves behind it. Its length, 0 = no more. */
static size_t word(const char **at, const char **begin)
{
	*begin = *at + strspn(*at, " ");
	size_t len = strcspn(*begin, " \n");

	*at = *begin + len;
	return len;
}

static void keep(struct tcp_trouble *t, const char *name, size_t name_len,
    const char *value, size_t len)
{
	static const char retrans[] = "TCPSynRetrans";
	static const char overflow[] = "ListenOverflows";
	char text[24] = "";
	uint64_t v;

	if (len >= sizeof(text))
		return;
	memcpy(text, value, len);
	if (num_parse_u64(text, &v) != 0)
		return;
	if (name_len == strlen(retrans) &&
	    memcmp(name, retrans, name_len) == 0) {
		t->syn_retrans = v;
		t->known = true;
	} else if (name_len == strlen(overflow) &&
	    memcmp(name, overflow, name_len) == 0) {
		t->overflows = v;
	}
}

void tcp_trouble_now(struct tcp_trouble *t)
{
	static const char head[] = "TcpExt:";
	char text[16384]; /* about 6 KB with Linux 6.18 */
	const char *name, *value, *n, *v;
	size_t n_len, v_len;
	ssize_t len;
	int fd;

	*t = (struct tcp_trouble){ .known = false };
	fd = open("/proc/net/netstat", O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return;
	len = read(fd, text, sizeof(text) - 1);
	close(fd);
	if (len <= 0)
		return;
	text[len] = '\0';
	name = strstr(text, head);
	value = name ? strstr(name + strlen(head), head) : NULL;
	if (!value)
		return;
	name += strlen(head);
	value += strlen(head);
	while ((n_len = word(&name, &n)) > 0 && (v_len = word(&value, &v)) > 0)
		keep(t, n, n_len, v, v_len);
}

void tcp_trouble_since(struct tcp_trouble *to, const struct tcp_trouble *then)
{
	tcp_trouble_now(to);
	to->known = to->known && then->known;
	to->syn_retrans -= then->syn_retrans;
	to->overflows -= then->overflows;
}
