/* common_veth.c - two network namespaces joined by virtual Ethernet.
 *
 * Interfaces of this kind are made by rtnetlink(7) only; addresses are given by
 * the older netdevice(7), which takes fewer words. */
#include "bench/common_veth.h"

#include <errno.h>
#include <net/if.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <unistd.h>

#include <linux/if_link.h>
#include <linux/netlink.h>
#include <linux/rtnetlink.h>
#include <linux/veth.h>

#define TRIES 10000 /* two seconds and more */

/* A message that grows. */
struct message {
	struct nlmsghdr head;
	struct ifinfomsg link;
	char room[256];
};

static struct rtattr *put(struct message *m, unsigned short type,
    const void *data, size_t n)
{
	size_t at = NLMSG_ALIGN(m->head.nlmsg_len);
	struct rtattr *a = (struct rtattr *)(void *)((char *)m + at);

	a->rta_type = type;
	a->rta_len = (unsigned short)RTA_LENGTH(n);
	if (n > 0)
		memcpy(RTA_DATA(a), data, n);
	m->head.nlmsg_len = (uint32_t)(at + RTA_ALIGN(a->rta_len));
	return a;
}

/* What was put since a began is inside it. */
static void nest(const struct message *m, struct rtattr *a)
{
	a->rta_len = (unsigned short)((const char *)m + m->head.nlmsg_len -
	    (const char *)a);
}

/* eth0 here, its peer eth0 there. With the same index, too, the kernel does not
 * see at once that one is the other's end, and updates it a second later. */
static void fill(struct message *m, pid_t partner)
{
	static const struct ifinfomsg there = { .ifi_index = 11 };
	static const char name[] = "eth0", kind[] = "veth";
	struct rtattr *info, *data, *peer;
	uint32_t pid = (uint32_t)partner;

	m->head.nlmsg_len = NLMSG_LENGTH(sizeof(m->link));
	m->head.nlmsg_type = RTM_NEWLINK;
	m->link.ifi_index = 10;
	m->head.nlmsg_flags =
	    NLM_F_REQUEST | NLM_F_ACK | NLM_F_CREATE | NLM_F_EXCL;
	put(m, IFLA_IFNAME, name, sizeof(name));
	info = put(m, IFLA_LINKINFO, NULL, 0);
	put(m, IFLA_INFO_KIND, kind, sizeof(kind) - 1);
	data = put(m, IFLA_INFO_DATA, NULL, 0);
	peer = put(m, VETH_INFO_PEER, &there, sizeof(there));
	put(m, IFLA_IFNAME, name, sizeof(name));
	put(m, IFLA_NET_NS_PID, &pid, sizeof(pid));
	nest(m, peer);
	nest(m, data);
	nest(m, info);
}

int common_veth_pair(struct bench_ctx *c, pid_t partner)
{
	struct message m = { .head = { 0 } };
	struct {
		struct nlmsghdr head;
		struct nlmsgerr error;
		char room[512]; /* it gives the question back */
	} answer = { .head = { 0 } };
	int s = socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC, NETLINK_ROUTE);
	ssize_t got;

	if (s < 0)
		return bench_skip(c, "no netlink socket: %s", err_words(errno));
	fill(&m, partner);
	if (send(s, &m, m.head.nlmsg_len, 0) < 0)
		return bench_fail(c, "send to netlink");
	got = recv(s, &answer, sizeof(answer), 0);
	close(s);
	if (got < (ssize_t)NLMSG_LENGTH(sizeof(answer.error)) ||
	    answer.head.nlmsg_type != NLMSG_ERROR)
		return bench_fail_why(c, "netlink gave another answer");
	if (answer.error.error != 0)
		return bench_skip(c, "no virtual Ethernet (veth): %s",
		    err_words(-answer.error.error));
	return 0;
}

int common_veth_up(struct bench_ctx *c, int side)
{
	struct sockaddr_in at = common_veth_address(side);
	struct ifreq r = { .ifr_name = "eth0" };
	int s = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0), rc = 0;

	if (s < 0)
		return bench_fail(c, "socket");
	at.sin_port = 0;
	memcpy(&r.ifr_addr, &at, sizeof(at));
	if (ioctl(s, SIOCSIFADDR, &r) != 0)
		rc = bench_fail(c, "ioctl SIOCSIFADDR");
	at.sin_addr.s_addr = htonl(0xffffff00u);
	memcpy(&r.ifr_netmask, &at, sizeof(at));
	if (rc == 0 && ioctl(s, SIOCSIFNETMASK, &r) != 0)
		rc = bench_fail(c, "ioctl SIOCSIFNETMASK");
	r.ifr_flags = IFF_UP;
	if (rc == 0 && ioctl(s, SIOCSIFFLAGS, &r) != 0)
		rc = bench_fail(c, "ioctl SIOCSIFFLAGS");
	close(s);
	return rc;
}

int common_veth_running(struct bench_ctx *c)
{
	static const struct timespec nap = { 0, 200000 };
	struct ifreq r = { .ifr_name = "eth0" };
	int s = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0), i, rc = 0;

	if (s < 0)
		return bench_fail(c, "socket");
	for (i = 0; i < TRIES && rc == 0 && !(r.ifr_flags & IFF_RUNNING); i++) {
		nanosleep(&nap, NULL);
		rc = ioctl(s, SIOCGIFFLAGS, &r);
	}
	/* It is said before it is done; this waits for the worker's lock. */
	if (rc == 0)
		rc = ioctl(s, SIOCSIFFLAGS, &r);
	close(s);
	if (rc != 0)
		return bench_fail(c, "ioctl SIOCGIFFLAGS");
	return i < TRIES ? 0 : bench_skip(c, "the interface stays down");
}
