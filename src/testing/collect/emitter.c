/*
 * Fires jemalloc's four probes in an order that is known: provider, arguments and their types are jemalloc's. It prints
 * the whole sequence first, then fires it from several threads with odd names, which take turns, so that events next to
 * each other come from different threads and mostly from different CPUs.
 *
 *   emitter hpa|sec EVENTS [PAUSE_EVERY PAUSE_MS]
 *
 * Each printed line is `thread_name_hex operation index_or_pointers address size` in decimal; then it waits for a line on
 * its standard input, or for its end. Build with -DPREFIX=je_ to name the probes as a private namespace does.
 */
#define _GNU_SOURCE
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/sdt.h>
#include <time.h>
#include <unistd.h>

#ifndef PREFIX
#define PREFIX
#endif
#define JOIN_(a, b) a##b
#define JOIN(a, b) JOIN_(a, b)
/* As jemalloc's macro does it: the name is expanded once more before it becomes text. */
#define PROBE(name, n, ...) PROBE_(JOIN(PREFIX, name), n, __VA_ARGS__)
#define PROBE_(name, n, ...) STAP_PROBE##n(jemalloc, name, __VA_ARGS__)

/* A name is 15 bytes at most; the kernel cuts the rest. */
static const char *const NAMES[] = {
	"worker", "a,b", "say \"hi\"", "two\nlines", "\n0,1,2,sec_allo", "=1+1", "back\\x0a", "\xff\xfe\r\t", "", "Lost 9 events",
};
enum { THREADS = sizeof(NAMES) / sizeof(NAMES[0]), SLOTS = 64 };

struct event {
	int alloc, slot;
	unsigned shard;
	uintptr_t owner, bin, address;
	size_t size;
};

static struct event *events;
static int count, sec, pause_every, pause_ms;
static atomic_int next;

/* Two places for one probe, so that its arguments lie in different registers; in one of them some are constants. */
static __attribute__((noinline)) void hpa_alloc_here(const struct event *e) {
	PROBE(hpa_alloc, 5, e->shard, (void *)e->address, e->size, (size_t)7, (uint64_t)count);
}
static __attribute__((noinline)) void hpa_alloc_there(uint64_t age, size_t active, size_t size, void *address, unsigned shard) {
	PROBE(hpa_alloc, 5, shard, address, size, active, age);
}
static __attribute__((noinline)) void hpa_dalloc(const struct event *e) {
	PROBE(hpa_dalloc, 5, e->shard, (void *)e->address, e->size, (size_t)3, (uint64_t)9);
}
static __attribute__((noinline)) void sec_hit(const struct event *e) {
	PROBE(sec_alloc, 5, (void *)e->owner, (void *)e->bin, (void *)e->address, e->size, 1);
}
static __attribute__((noinline)) void sec_miss(const struct event *e) {
	PROBE(sec_alloc, 5, (void *)e->owner, (void *)e->bin, (void *)0, e->size, 1);
}
static __attribute__((noinline)) void sec_dalloc(const struct event *e) {
	PROBE(sec_dalloc, 3, (void *)e->owner, (void *)e->bin, (void *)e->address);
}

static void fire(int i) {
	const struct event *e = &events[i];
	if (sec) {
		if (!e->alloc) sec_dalloc(e);
		else if (e->address == 0) sec_miss(e);
		else sec_hit(e);
	} else if (!e->alloc) hpa_dalloc(e);
	else if (i % 2 == 0) hpa_alloc_here(e);
	else hpa_alloc_there((uint64_t)i, (size_t)i, e->size, (void *)e->address, e->shard);
}

static void *turns(void *argument) {
	int self = (int)(intptr_t)argument, i;
	prctl(PR_SET_NAME, NAMES[self]);
	while ((i = atomic_load(&next)) < count) {
		if (i % THREADS != self) {
			sched_yield();
			continue;
		}
		fire(i);
		if (pause_every > 0 && i % pause_every == pause_every - 1) {
			struct timespec rest = {pause_ms / 1000, pause_ms % 1000 * 1000000L};
			nanosleep(&rest, NULL);
		}
		atomic_store(&next, i + 1);
	}
	return NULL;
}

/* Frees of addresses never seen first, as after a late start; then extents come and go, addresses are used again. */
static void plan(void) {
	int live[SLOTS] = {0}, lives = 0;
	size_t sizes[SLOTS] = {0};
	uint32_t state = 12345;
	for (int i = 0; i < count; i++) {
		struct event *e = &events[i];
		state = state * 1664525u + 1013904223u;
		e->slot = (int)(state >> 16) % SLOTS;
		e->alloc = !live[e->slot];
		if (i < 3) e->alloc = 0, e->slot = SLOTS + i;
		e->shard = (unsigned)e->slot % 3;
		e->owner = 0x7f1200000000u + e->shard * 0x10000u;
		e->bin = e->owner + 0x100;
		/* Above 2^47 nothing is seen in a program, but the format takes 64 bits. */
		e->address = 0x7f3400000000u + (uintptr_t)e->slot * 0x200000u;
		if (e->slot < SLOTS) {
			if (e->alloc) sizes[e->slot] = (1 + (state >> 8) % 32) * 4096u;
			live[e->slot] = e->alloc;
			lives += e->alloc ? 1 : -1;
			e->size = sizes[e->slot];
		} else e->size = 4096;
		if (sec && e->alloc && i % 5 == 0) {
			e->address = 0;
			live[e->slot] = 0;
		}
	}
}

static void tell(int i) {
	const struct event *e = &events[i];
	const char *name = NAMES[i % THREADS];
	for (; *name != '\0'; name++) printf("%02x", (unsigned char)*name);
	if (sec) printf(" %s %lu/%lu", e->alloc ? "sec_alloc" : "sec_dalloc", e->owner, e->bin);
	else printf(" %s %u", e->alloc ? "hpa_alloc" : "hpa_dalloc", e->shard);
	printf(" %lu ", e->address);
	if (!sec || e->alloc) printf("%zu", e->size);
	printf("\n");
}

int main(int argc, char **argv) {
	if (argc < 3) return 2;
	sec = strcmp(argv[1], "sec") == 0;
	count = atoi(argv[2]);
	if (argc > 4) pause_every = atoi(argv[3]), pause_ms = atoi(argv[4]);
	events = calloc((size_t)count, sizeof(struct event));
	if (events == NULL) return 1;
	plan();
	for (int i = 0; i < count; i++) tell(i);
	fflush(stdout);
	for (int c = getchar(); c != EOF && c != '\n'; c = getchar()) {}
	pthread_t threads[THREADS];
	for (intptr_t i = 0; i < THREADS; i++) if (pthread_create(&threads[i], NULL, turns, (void *)i) != 0) return 1;
	for (int i = 0; i < THREADS; i++) pthread_join(threads[i], NULL);
	return 0;
}
