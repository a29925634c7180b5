import process from 'node:process'

/**
 * The tests that only `npm run test:more` runs, whole files: what takes minutes for what other tests mostly show, with peers and
 * processes that are real.
 */
export const moreOnly: readonly string[] = [
  'test/apps/host/bridge.test.ts',
  'test/apps/host/example.test.ts',
  'test/apps/host/hostile-view.test.ts',
  'test/apps/host/misbehaving-view.test.ts',
  'test/apps/host/official-view.test.ts',
  'test/apps/view.test.ts',
  'test/auth/browser-flow.test.ts',
  'test/auth/command-line.test.ts',
  'test/chaos/chaos.test.ts',
  'test/cli/bridge.test.ts',
  'test/cli/check-server.test.ts',
  'test/cli/check-tasks.test.ts',
  'test/cli/doctor.test.ts',
  'test/cli/examples.test.ts',
  'test/cli/gateway.test.ts',
  'test/cli/host.terminal.test.ts',
  'test/cli/published.test.ts',
  'test/cli/workers.test.ts',
  'test/conformance/conformance.test.ts',
  'test/console/page/call.test.ts',
  'test/console/page/following.test.ts',
  'test/console/page/hostile.test.ts',
  'test/console/page/keyboard.test.ts',
  'test/console/page/offers.test.ts',
  'test/console/page/real-server.test.ts',
  'test/console/page/schemas.test.ts',
  'test/console/page/screenshots.test.ts',
  'test/console/page/timeline.test.ts',
  'test/console/page/views.test.ts',
  'test/console/server/calls.test.ts',
  'test/console/server/faults.test.ts',
  'test/console/server/page.test.ts',
  'test/docs/code.test.ts',
  'test/docs/site.test.ts',
  'test/examples/job.test.ts',
  'test/examples/nodes.test.ts',
  'test/exports/loads.test.ts',
  'test/faults/abandoned.test.ts',
  'test/faults/children.test.ts',
  'test/faults/event-loop.test.ts',
  'test/faults/half-open.test.ts',
  'test/faults/hostile-client.test.ts',
  'test/faults/kill-client.test.ts',
  'test/faults/kill-server.test.ts',
  'test/faults/large.test.ts',
  'test/faults/loads.test.ts',
  'test/faults/official.test.ts',
  'test/faults/operations.test.ts',
  'test/faults/resumption.test.ts',
  'test/faults/slow-writers.test.ts',
  'test/faults/stalled-readers.test.ts',
  'test/file-store/contracts.test.ts',
  'test/file-store/faults.test.ts',
  'test/gateway/abandoned-clients.test.ts',
  'test/gateway/killed-upstream.test.ts',
  'test/host/closing.test.ts',
  'test/host/six-servers.test.ts',
  'test/input/delays.test.ts',
  'test/interop/gateway/asking-peers.test.ts',
  'test/interop/gateway/official-peers.test.ts',
  'test/interop/http/our-server.test.ts',
  'test/interop/input/our-client.test.ts',
  'test/interop/input/our-server.test.ts',
  'test/interop/input/recovery.test.ts',
  'test/interop/last-report.test.ts',
  'test/interop/servers/*.test.ts',
  'test/interop/slow-start.test.ts',
  'test/matrix/ours.test.ts',
  'test/nodes/deployment.test.ts',
  'test/nodes/restart.test.ts',
  'test/nodes/transcripts.test.ts',
  'test/otel/processes.test.ts',
  'test/pack/create.test.ts',
  'test/pack/first-pages.test.ts',
  'test/pack/jsr.test.ts',
  'test/pack/otel.test.ts',
  'test/pack/published.test.ts',
  'test/pack/quick-start.test.ts',
  'test/recordings/large.test.ts',
  'test/recordings/mock-http.test.ts',
  'test/recordings/mock-questions.test.ts',
  'test/recordings/published.test.ts',
  'test/recordings/report.test.ts',
  'test/redis/availability.test.ts',
  'test/redis/cluster.test.ts',
  'test/redis/contracts.test.ts',
  'test/redis/every-command.test.ts',
  'test/redis/failover.test.ts',
  'test/redis/faults.test.ts',
  'test/redis/gaps.test.ts',
  'test/redis/resumption.test.ts',
  'test/sdk/client/modern-only.test.ts',
  'test/sdk/client/stdio.test.ts',
  'test/sdk/declarations.test.ts',
  'test/sdk/exports.test.ts',
  'test/sdk/override.test.ts',
  'test/soak/self-test.test.ts',
  'test/tap/http-clients.test.ts',
  'test/tap/http.test.ts',
  'test/tap/stdio-clients.test.ts',
  'test/tap/stdio.test.ts',
  'test/transports/websocket.test.ts',
  'test/web/bundles.test.ts',
]

/** The files of which `npm test` runs a part: some rows of a large table, or fewer seeds. `npm run test:more` runs all of them. */
export const sampled: readonly string[] = [
  'test/crossing/crossing.test.ts',
  'test/fuzz/*.test.ts',
  'test/input/handlers.test.ts',
  'test/input/programs/programs.property.test.ts',
  'test/recordings/mock.test.ts',
  'test/simulation/simulation.test.ts',
  'test/transcripts/transcripts.test.ts',
]

/** Tests beside the sources that replace modules, globals or variables of the process, which others must not meet. */
export const apart: readonly string[] = [
  'packages/app/src/host/running-bridge.events.test.ts',
  'packages/app/src/host/running-bridge.test.ts',
  'packages/app/src/sandbox/run-proxy.test.ts',
  'packages/app/src/view/app-connection.defaults.test.ts',
  'packages/create-omniport/src/run.process.test.ts',
  'packages/omniport/src/async/runtime/is-node.test.ts',
  'packages/omniport/src/async/runtime/runtime.test.ts',
  'packages/omniport/src/auth/node/file-auth-store.servers.test.ts',
  'packages/omniport/src/auth/node/ssrf-guard/checked-connector.targets.test.ts',
  'packages/omniport/src/auth/node/ssrf-guard/guarded-fetch.test.ts',
  'packages/omniport/src/auth/resource/issuer/fetch-document.secrets.test.ts',
  'packages/omniport/src/cli/doctor/network/examine-network.tls.test.ts',
  'packages/omniport/src/client/http/legacy/session-headers.test.ts',
  'packages/omniport/src/client/platform/platform-services.test.ts',
  'packages/omniport/src/node/proxy/find-proxy.rules.test.ts',
  'packages/omniport/src/node/secret-file.folder.test.ts',
  'packages/omniport/src/node/secret-file.rights.test.ts',
  'packages/omniport/src/node/settings-folder.test.ts',
  'packages/omniport/src/sealing/lazy-sealer.test.ts',
  'packages/omniport/src/testing/assert-no-leaks.test.ts',
  'packages/omniport/src/transport/http/create-fetch-handler.test.ts',
  'packages/omniport/src/transport/http/legacy/sessions/sealed.test.ts',
  'packages/omniport/src/transport/node/undici-sender.test.ts',
  'packages/omniport/src/transport/stdio/process/process-group.test.ts',
  'packages/sdk/src/client/stdio.platforms.test.ts',
  'packages/sdk/src/http-client/event-source.test.ts',
  'packages/sdk/src/modern/modern-calls.test.ts',
  'packages/sdk/src/modern/server-parking.test.ts',
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
