import process from 'node:process'

/**
 * The tests that only `npm run test:more` runs, whole files: what takes minutes for what other tests mostly show, with peers and
 * processes that are real.
 */
export const moreOnly: readonly string[] = [
  'test/apps/host/misbehaving-view.test.ts',
  'test/apps/host/official-view.test.ts',
  'test/cli/published.test.ts',
  'test/conformance/conformance.test.ts',
  'test/console/page/offers.test.ts',
  'test/console/page/schemas.test.ts',
  'test/console/page/screenshots.test.ts',
  'test/console/page/timeline.test.ts',
  'test/console/page/views.test.ts',
  'test/docs/site.test.ts',
  'test/faults/abandoned.test.ts',
  'test/faults/children.test.ts',
  'test/faults/event-loop.test.ts',
  'test/faults/half-open.test.ts',
  'test/faults/kill-server.test.ts',
  'test/faults/large.test.ts',
  'test/faults/loads.test.ts',
  'test/faults/official.test.ts',
  'test/gateway/abandoned-clients.test.ts',
  'test/interop/gateway/asking-peers.test.ts',
  'test/interop/gateway/official-peers.test.ts',
  'test/interop/servers/*.test.ts',
  'test/interop/slow-start.test.ts',
  'test/nodes/transcripts.test.ts',
  'test/pack/create.test.ts',
  'test/pack/published.test.ts',
  'test/pack/quick-start.test.ts',
  'test/recordings/large.test.ts',
  'test/recordings/published.test.ts',
  'test/redis/cluster.test.ts',
  'test/redis/failover.test.ts',
  'test/redis/faults.test.ts',
  'test/redis/gaps.test.ts',
  'test/sdk/declarations.test.ts',
  'test/sdk/override.test.ts',
  'test/soak/self-test.test.ts',
  'test/tap/http-clients.test.ts',
  'test/tap/stdio-clients.test.ts',
]

/** The files of which `npm test` runs a part: some rows of a large table, or fewer seeds. `npm run test:more` runs all of them. */
export const sampled: readonly string[] = [
  'test/chaos/chaos.test.ts',
  'test/crossing/crossing.test.ts',
  'test/fuzz/*.test.ts',
  'test/input/delays.test.ts',
  'test/input/handlers.test.ts',
  'test/input/programs/programs.property.test.ts',
  'test/matrix/ours.test.ts',
  'test/recordings/mock.test.ts',
  'test/recordings/mock-http.test.ts',
  'test/simulation/simulation.test.ts',
  'test/transcripts/transcripts.test.ts',
]

/** Tests beside the sources that replace modules, globals or variables of the process, which others must not meet. */
export const apart: readonly string[] = [
  'packages/omniport/src/async/runtime/is-node.test.ts',
  'packages/omniport/src/auth/node/ssrf-guard/guarded-fetch.test.ts',
  'packages/omniport/src/client/http/legacy/session-headers.test.ts',
  'packages/omniport/src/sealing/lazy-sealer.test.ts',
  'packages/omniport/src/testing/assert-no-leaks.test.ts',
  'packages/omniport/src/transport/http/create-fetch-handler.test.ts',
  'packages/omniport/src/transport/http/legacy/sessions/sealed.test.ts',
  'packages/sdk/src/modern/modern-calls.test.ts',
  'packages/sdk/src/modern/server-parking.test.ts',
]

/** Of the tests beside the sources those that `npm run test:fast` leaves out: they start processes, or try thousands of inputs. */
export const notFast: readonly string[] = [
  '**/*.property.test.ts',
  '**/*.process.test.ts',
  'packages/omniport/src/client/stdio.test.ts',
  'packages/omniport/src/transport/stdio/process/*.test.ts',
  'packages/console/src/form/json-schema-test-suite.test.ts',
]

/** False in `npm test`, which samples. What is started by hand, and `npm run test:more`, is whole. */
export const isWhole = process.env['OMNIPORT_TESTS'] !== 'usual'

/** All rows of a table; in `npm test` so many that each pair of values of two columns still meets in one of them. */
export function rowsOf<T>(rows: readonly T[], columnsOf: (row: T) => readonly unknown[]): readonly T[] {
  return isWhole ? rows : pairwise(rows, columnsOf)
}

/**
 * Chooses rows until every pair of values of two columns that the table has stands in one that was chosen. The order of the rows
 * decides, and nothing else: it is the same choice each time.
 */
export function pairwise<T>(rows: readonly T[], columnsOf: (row: T) => readonly unknown[]): readonly T[] {
  const pairs = rows.map((row) => pairsOf(columnsOf(row)))
  const covered = new Set<string>()
  const chosen = new Set<number>()
  const mostOfARow = Math.max(0, ...pairs.map(({ length }) => length))
  // What brings many new pairs is chosen first, so that few rows suffice.
  for (let wanted = mostOfARow; wanted > 0; wanted -= 1) {
    for (const [at, own] of pairs.entries()) {
      if (own.filter((pair) => !covered.has(pair)).length < wanted) continue
      chosen.add(at)
      for (const pair of own) covered.add(pair)
    }
  }
  return rows.filter((_, at) => chosen.has(at))
}

function pairsOf(values: readonly unknown[]): readonly string[] {
  return values.flatMap((first, at) =>
    values.slice(at + 1).map((second, next) => `${at} ${String(first)} | ${at + 1 + next} ${String(second)}`),
  )
}
