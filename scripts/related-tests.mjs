import { readdirSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const library = 'packages/omniport/src'

/** The layers of the library, in their order. */
export const layers = JSON.parse(readFileSync(join(root, 'packages/omniport/tsconfig.json'), 'utf8')).references.map(
  ({ path }) => path.replace('src/', ''),
)

/** For each layer what tests of the whole show its faults first. */
export const wholeTests = {
  jsonrpc: ['test/transcripts/', 'test/fuzz/served'],
  uri: ['test/fuzz/uris'],
  protocol: ['test/transcripts/', 'test/wire/'],
  sealing: ['test/fuzz/tokens'],
  schema: ['test/fuzz/schemas'],
  wire: ['test/wire/'],
  recording: ['test/recordings/'],
  viewer: ['test/recordings/'],
  skills: ['test/interop/skills'],
  store: ['test/file-store/contracts'],
  'store/contracts': ['test/file-store/contracts'],
  'store/node': ['test/file-store/'],
  transport: ['test/transcripts/'],
  'transport/stdio': ['test/fuzz/lines', 'test/fuzz/stdio', 'test/faults/lines'],
  'transport/http': ['test/transcripts/', 'test/http/', 'test/fuzz/posts', 'test/fuzz/headers'],
  'transport/node': ['test/http/', 'test/fuzz/bodies'],
  parking: ['test/input/parking'],
  auth: ['test/auth/', 'test/security/redaction.oauth'],
  'auth/node': ['test/auth/'],
  server: ['test/transcripts/', 'test/input/handlers.test'],
  'server/node': ['test/transcripts/'],
  client: ['test/matrix/ours', 'test/fuzz/clients', 'test/fuzz/web-clients'],
  host: ['test/host/'],
  'host/node': ['test/host/'],
  models: ['test/models/'],
  gateway: ['test/gateway/', 'test/crossing/crossing'],
  'gateway/node': ['test/gateway/'],
  console: ['test/console/server/'],
  cli: ['test/cli/'],
}

/** Of another package what tests of the whole it has. */
export const packageTests = {
  app: ['test/apps/'],
  console: ['test/console/'],
  'create-omniport': ['test/pack/create'],
  otel: ['test/otel/'],
  redis: ['test/redis/'],
  sdk: ['test/sdk/'],
}

/** Cheap, and of every change: what a file may be called, import, export and say. */
const always = ['test/layers/', 'test/words/', 'test/exports/']

/**
 * The tests that a change of files concerns, as arguments of vitest: those of its own layer that load it, those beside the files of
 * other layers that import it, and the tests of the whole that the layer has.
 */
export function relatedTests(changed, sources = readSources()) {
  const users = usersOf(sources)
  const found = new Set()
  const add = (paths) => paths.forEach((path) => void found.add(path))
  for (const path of changed) {
    if (/\.test\.tsx?$/.test(path)) add([path])
    else if (path.startsWith('packages/')) add(testsOfSource(path, users))
    else if (path.startsWith('test/')) add([...reached(path, users)].filter(isTest))
    else if (path.endsWith('.md')) add(['test/docs/'])
    if (/^(packages|test)\/.*\.tsx?$/.test(path)) add(always)
    if (path.startsWith('docs/')) add(['test/docs/'])
  }
  return [...found].filter((path) => !isWithin(path, found)).sort()
}

/** A folder or start that is there includes it. */
function isWithin(path, all) {
  return [...all].some((other) => other !== path && path.startsWith(other))
}

function testsOfSource(path, users) {
  const layer = layerOf(path)
  const own = [...reached(path, users, (user) => layerOf(user) === layer)].filter(isTest)
  const importers = [...(users.get(path) ?? [])].filter(
    (user) => user.startsWith('packages/') && layerOf(user) !== layer,
  )
  const beside = importers.flatMap((user) => (isTest(user) ? [user] : testsNamed(user, users)))
  return [...own, ...beside, ...wholeTestsOf(path)]
}

/** The tests that import a file and are named after it. */
function testsNamed(path, users) {
  const start = path.replace(/\.tsx?$/, '.')
  return [...(users.get(path) ?? [])].filter((user) => isTest(user) && user.startsWith(start))
}

function wholeTestsOf(path) {
  const [, name = ''] = path.split('/')
  return name === 'omniport' ? (wholeTests[layerOf(path)] ?? []) : (packageTests[name] ?? [])
}

/** The deepest layer whose folder holds it; of another package its name. */
function layerOf(path) {
  if (!path.startsWith(`${library}/`)) return path.split('/').slice(0, 2).join('/')
  const inside = path.slice(library.length + 1)
  const holding = layers.filter((layer) => inside.startsWith(`${layer}/`))
  return holding.sort((a, b) => b.length - a.length)[0]
}

function isTest(path) {
  return /\.test\.tsx?$/.test(path)
}

/** What loads a file, directly or not, as far as `isMeant` goes. */
function reached(path, users, isMeant = () => true) {
  const found = new Set()
  const rest = [path]
  for (let next = rest.pop(); next !== undefined; next = rest.pop()) {
    for (const user of users.get(next) ?? []) {
      if (found.has(user) || !isMeant(user)) continue
      found.add(user)
      rest.push(user)
    }
  }
  return found
}

/** For each file the files that import it. */
function usersOf(sources) {
  const users = new Map()
  for (const { path, text } of sources) {
    for (const [, specifier] of text.matchAll(/(?:from|import\()\s*'([.#][^']+)'/g)) {
      const target = targetOf(path, specifier)
      users.set(target, (users.get(target) ?? new Set()).add(path))
    }
  }
  return users
}

function targetOf(from, specifier) {
  const path = specifier.startsWith('#test/')
    ? specifier.slice(1)
    : specifier.startsWith('#core/')
      ? `${library}/entries/sdk/${specifier.slice('#core/'.length)}.ts`
      : posix.join(posix.dirname(from), specifier)
  return path.replace(/\.js$/, '.ts')
}

function readSources() {
  const folders = [...readdirSync(join(root, 'packages')).map((name) => `packages/${name}/src`), 'test']
  return folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .map((name) => `${folder}/${name.replaceAll('\\', '/')}`)
      .filter((path) => /\.tsx?$/.test(path) && !/\/(node_modules|dist)\/|\.d\.ts$/.test(path))
      .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') })),
  )
}
