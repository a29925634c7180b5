import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { commands, runSuite, startServer, suiteRoot } from './programs.mjs'
import { readResults } from './results.mjs'

/** How long one run of the suite may take, all its scenarios together. */
const timeoutMs = 120_000

/** What depends on the time things take runs by itself. */
const timed = ['sse-retry']

/** Scenarios outside of the required sets that are run with them. */
const more = {
  server: {
    '2025-11-25': ['json-schema-2020-12', 'server-session-lifecycle', 'server-sse-polling'],
    '2026-07-28': ['http-custom-header-server-validation', 'http-header-validation', 'json-schema-2020-12'],
  },
  client: { '2025-11-25': ['json-schema-2020-12-preservation'], '2026-07-28': ['json-schema-2020-12-preservation'] },
}

/** What the suite has for clients of revisions that it freezes no list for. */
const older = {
  '2025-03-26': ['auth/2025-03-26-oauth-endpoint-fallback', 'auth/2025-03-26-oauth-metadata-backcompat'],
  '2025-06-18': [
    'auth/token-endpoint-auth-basic',
    'auth/token-endpoint-auth-none',
    'auth/token-endpoint-auth-post',
    'initialize',
    'tools_call',
  ],
}

/** The scenarios of skills, which the list of no revision names. */
const skills = {
  server: ['sep-2640-skills-directory', 'sep-2640-skills-enumeration', 'sep-2640-skills-manifest'],
  client: [
    'sep-2640-client-no-prefetch',
    'sep-2640-client-verify-digest',
    'sep-2640-client-verify-frontmatter',
    'sep-2640-client-verify-size',
  ],
}

/** How gateways reach the server behind them, and what that is in the names of suites. */
const gatewayWays = {
  '2025-11-25': '2025-11-25 over HTTP',
  '2026-07-28': '2026-07-28 over HTTP',
  stdio: 'all revisions over stdio',
}

/**
 * The runs of the suite: per revision one of all scenarios for servers, and one for each scenario of an extension and for
 * clients. `run` gives what came of them; `scenarios` have to be among them.
 */
export function createSuites(url, notRun) {
  const servers = ['2025-03-26', '2025-06-18', '2025-11-25', '2026-07-28'].map((revision) => ({
    name: `server ${revision}`,
    scenarios: scenariosOf('server', revision),
    run: (directory) => runServerLeg({ url, revision, directory }),
  }))
  const tasks = extensionScenarios('2026-07-28', 'tasks-')
    .filter((scenario) => !notRun.includes(scenario))
    .map((scenario) => ({
      name: 'server 2026-07-28 with tasks',
      scenarios: [scenario],
      run: (directory) => runExtensionLeg({ url, revision: '2026-07-28', scenario, directory }),
    }))
  const clients = ['2025-03-26', '2025-06-18', '2025-11-25', '2026-07-28'].flatMap((revision) =>
    scenariosOf('client', revision).map((scenario) => ({
      name: `client ${revision}`,
      scenarios: [scenario],
      alone: timed.includes(scenario),
      run: (directory) => runClientLeg({ revision, scenario, directory }),
    })),
  )
  const skillServers = skills.server.map((scenario) => ({
    name: 'server 2026-07-28 with skills',
    scenarios: [scenario],
    run: (directory) => runExtensionLeg({ url, revision: '2026-07-28', scenario, directory }),
  }))
  const skillClients = skills.client.map((scenario) => ({
    name: 'client 2026-07-28 with skills',
    scenarios: [scenario],
    run: (directory) => runClientLeg({ revision: '2026-07-28', scenario, directory, more: ['--force'] }),
  }))
  const grants = ['2025-11-25', '2026-07-28'].flatMap((revision) =>
    extensionScenarios(revision, 'auth/').map((scenario) => ({
      name: `client ${revision} with extensions of authorization`,
      scenarios: [scenario],
      run: (directory) => runClientLeg({ revision, scenario, directory, more: ['--force'] }),
    })),
  )
  return [...servers, ...tasks, ...skillServers, ...gatewaySuites(), ...clients, ...grants, ...skillClients]
}

function gatewaySuites() {
  return Object.entries(gatewayWays).flatMap(([way, behind]) =>
    ['2025-11-25', '2026-07-28'].map((revision) => ({
      name: `gateway ${revision} before a server of ${behind}`,
      scenarios: scenariosOf('server', revision),
      run: (directory) => runGatewayLeg({ way, revision, directory }),
    })),
  )
}

/** Each has a gateway of its own. */
async function runGatewayLeg({ way, revision, directory }) {
  const gateway = await startServer(`${commands.gateway} ${way}`)
  try {
    return await runServerLeg({ url: gateway.url, revision, directory })
  } finally {
    await gateway.stop()
  }
}

/** `--suite all` is what `--requirements` runs without extensions. */
async function runServerLeg({ url, revision, directory }) {
  await runSuite(['server', '--url', url, '--suite', 'all', '--spec-version', revision, '-o', directory], timeoutMs)
  return readResults('server', directory)
}

/** Extensions belong to no revision, so the suite has to be told to run them. */
async function runExtensionLeg({ url, revision, scenario, directory }) {
  const args = ['--scenario', scenario, '--spec-version', revision, '--force', '-o', directory]
  await runSuite(['server', '--url', url, ...args], timeoutMs)
  return readResults('server', directory)
}

async function runClientLeg({ revision, scenario, directory, more = [] }) {
  const args = ['--command', commands.client, '--scenario', scenario, '--spec-version', revision, ...more]
  await runSuite(['client', ...args, '-o', directory], timeoutMs)
  return readResults('client', directory)
}

/** The scenarios of an extension, which the list of a revision names beside what it requires. */
function extensionScenarios(revision, prefix) {
  const named = readRequirements(revision).matchAll(/^ {2}- scenario: (.+)$/gm)
  return Array.from(named, ([, scenario]) => scenario).filter((scenario) => scenario.startsWith(prefix))
}

/** What a revision requires, by the frozen list in the suite's package, and what else is run for it. */
function scenariosOf(role, revision) {
  const extra = more[role][revision]
  if (extra === undefined) return role === 'client' ? older[revision] : []
  const text = readRequirements(revision)
  const [, list] = new RegExp(`^${role}:\\n((?:  - .+\\n)+)`, 'm').exec(text)
  const required = list.trimEnd().split('\n')
  return [...required.map((line) => line.replace('  - ', '')), ...extra]
}

function readRequirements(revision) {
  return readFileSync(join(suiteRoot, 'requirements', `${revision}.yaml`), 'utf8')
}
