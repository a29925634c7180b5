import { chmodSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'
import { esmExternalRequirePlugin } from 'rolldown/plugins'
import { minifyToLines } from './minify-to-lines.mjs'
import { sharedSchemas } from './shared-schemas.mjs'
import { sourceMaps } from './source-maps.mjs'

const library = new URL('../packages/omniport/', import.meta.url)
const dist = fileURLToPath(new URL('dist/', library))
const { exports: entries, dependencies } = JSON.parse(readFileSync(new URL('package.json', library), 'utf8'))
// Node 20 has no `node:sqlite`; undici asks for it where nothing here leads to.
const external = ['node:sqlite', ...Object.keys(dependencies).map((name) => new RegExp(`^${name}(/|$)`))]
/** Node's own modules, undici and the official schemas as the published files have them. */
export const plugins = [
  { name: 'undici', load: loadUndici },
  sharedSchemas,
  esmExternalRequirePlugin({ external: builtinModules.flatMap((name) => [name, `node:${name}`]) }),
  { name: 'minify', generateBundle: minifyPackages },
]
/** Packages that are large, loaded late, and the same everywhere. */
const large = ['re2js', 'yaml']
/** Packages that the command takes from the files of the library, so that there is one copy of each. */
const lent = ['cross-spawn', 'jsonc-parser', 'smol-toml']
const packages = { name: packageOf, test: /\/node_modules\//, minSize: 10_000, debugName: 'packages' }
/** Modules that the entries apart import, by the entry that has the same names: Node and browsers have different files of it. */
const lentToEntriesApart = {
  'omniport/client': /\/client\/(connect|tools\/text-of)\.js$/,
  omniport:
    /\/(server\/(create-server|tools\/(tool|tool-error|result))|standard\/json-schema|errors\/omniport-error|messages\/rpc-error|revisions\/revision)\.js$/,
  'omniport/streams': /\/streams\/serve-stream\.js$/,
  'omniport/protocol': /\/(recording\/create-recorder|runtime\/runtime)\.js$/,
}
const format = {
  format: 'esm',
  entryFileNames: '[name].js',
  chunkFileNames: 'parts/[name]-[hash].js',
  comments: { legal: false, jsdoc: false }, // the declarations have them, and a file of its own the licences
}
const portable = {
  external,
  platform: 'neutral',
  resolve: { conditionNames: ['import', 'default'], mainFields: ['module', 'main'] },
  treeshake: { moduleSideEffects: false },
}

/**
 * Joins the modules of the library and of the command into few files: finding and opening a file costs a cold start more than
 * reading it does. The smallest server loads four files at once, and what is imported late stays apart. Packages that are no
 * dependencies are built in, minified. Browsers and workers have files of their own. Returns the modules; `dist/.modules.json`
 * says what is in which file.
 */
export async function bundle() {
  rmSync(`${dist}bundle`, { recursive: true, force: true })
  const parts = await Promise.all([bundleLibrary(), bundleForWeb(), bundleCommand()])
  const modules = Object.assign({}, ...parts)
  const files = Object.entries(modules).map(([file, ids]) => [file, ids.map((id) => relative(dist, id))])
  writeFileSync(`${dist}.modules.json`, JSON.stringify(Object.fromEntries(files)))
  return Object.values(modules).flat()
}

/** Their modules are not worth files of their own: those of a folder that a server needs late are one, except the digests. */
const smallFolders = ['jsonrpc/', 'values/json/', 'async/abort/']
const digests = ['values/json/canonical-json.js', 'values/json/digest-of-json.js']

async function bundleLibrary() {
  const { testing, openapi: _, ...files } = inputOf('default')
  const input = {
    ...files,
    ...Object.fromEntries([...large, ...lent].map((name) => [`parts/${name}`, name])),
  }
  const build = await rolldown({ ...portable, input, plugins: [...plugins, sourceMaps(dist)] })
  const { output: apart } = await build.generate(format)
  const shared = sharedBy(['index.js', 'stdio.js'], apart)
  const atStart = new Set([...shared, ...['index.js', 'stdio.js'].flatMap((name) => modulesOf(apart, '')[name])])
  const isIn = (folder, id) => relative(dist, id).startsWith(folder)
  const needsNode = (id) => isIn('transport/stdio/', id)
  const isDigest = (id) => digests.some((file) => isIn(file, id))
  // What a client, a host and a gateway share is else named after any of its modules.
  const isOfClient = ({ moduleIds }) => moduleIds.some((id) => isIn('client/client-services.js', id))
  const groups = [
    { name: 'core', test: (id) => shared.has(id) && !needsNode(id) },
    { name: 'pipes', test: (id) => shared.has(id) && needsNode(id) },
    ...smallFolders.map((folder) => ({
      name: folder.split('/')[0],
      test: (id) => isIn(folder, id) && !isDigest(id) && !atStart.has(id),
    })),
    packages,
  ]
  const { output } = await build.write({
    ...format,
    chunkFileNames: (chunk) => (isOfClient(chunk) ? 'parts/client-core-[hash].js' : format.chunkFileNames),
    sourcemap: 'hidden',
    dir: `${dist}bundle`,
    codeSplitting: { groups },
  })
  await build.close()
  return { ...modulesOf(output, ''), ...(await bundleApart({ testing, openapi: `${dist}entries/apart/openapi.js` })) }
}

/** Apart from the other entries, which these load: what few programs need must not change how the others are split. */
async function bundleApart(input) {
  const toEntry = (specifier) => {
    const [entry] = Object.entries(lentToEntriesApart).find(([, module]) => module.test(specifier)) ?? []
    return entry === undefined ? null : { id: entry, external: true }
  }
  const build = await rolldown({ ...portable, input, plugins: [{ name: 'entries', resolveId: toEntry }, ...plugins] })
  const { output } = await build.write({ ...format, dir: `${dist}bundle` })
  await build.close()
  return modulesOf(output, '')
}

/**
 * Bundles for browsers and workers what has a condition for them, with `a.web.js` in place of `a.js`. Bundlers split by files, so
 * `core` has only what a client and a server both load at once.
 */
async function bundleForWeb() {
  const toWebFile = async function (source, importer, options) {
    if (large.includes(source)) return { id: `../../parts/${source}.js`, external: true }
    const found = await this.resolve(source, importer, { ...options, skipSelf: true })
    const file = found?.id.replace(/\.js$/, '.web.js')
    return file !== undefined && file !== found.id && existsSync(file) ? file : found
  }
  const web = { name: 'web', resolveId: toWebFile }
  const build = await rolldown({ ...portable, input: inputOf('browser'), plugins: [web, ...plugins] })
  const { output: apart } = await build.generate(format)
  const [client, server] = [sharedBy(['client.js'], apart), sharedBy(['index.js', 'http.js'], apart)]
  const groups = [{ name: 'core', test: (id) => client.has(id) && server.has(id) }]
  const { output } = await build.write({ ...format, dir: `${dist}bundle/web`, minify: true, codeSplitting: { groups } })
  await build.close()
  return modulesOf(output, 'web/')
}

/** The entries that have a file for a condition, by the name of the file. */
function inputOf(condition) {
  const names = Object.values(entries).flatMap(({ [condition]: file = '' }) => /([^/]+)\.js$/.exec(file)?.[1] ?? [])
  return Object.fromEntries(names.map((name) => [name, `${dist}entries/${name}.js`]))
}

/** The command loads the files that users of the library load, so that there is one copy of each. */
async function bundleCommand() {
  const toBuiltEntry = (specifier) => {
    if (lent.includes(specifier)) return { id: `../parts/${specifier}.js`, external: true }
    const [, name] = /\/entries\/(.+)\.js$/.exec(specifier) ?? []
    return name === undefined ? null : { id: `../${name}.js`, external: true }
  }
  const build = await rolldown({
    input: `${dist}cli/main.js`,
    external,
    platform: 'node',
    plugins: [{ name: 'entries', resolveId: toBuiltEntry }, ...plugins, { name: 'compact', generateBundle: compact }],
  })
  const { output } = await build.write({
    ...format,
    chunkFileNames: '[name]-[hash].js',
    dir: `${dist}bundle/cli`,
    codeSplitting: { groups: [packages] },
  })
  await build.close()
  await bundleViewer()
  chmodSync(`${dist}bundle/cli/main.js`, 0o755) // npm does so where it installs a package, not in a workspace
  return modulesOf(output, 'cli/')
}

/** The script and the style of reports, as texts of a module that the command imports when it writes one. */
async function bundleViewer() {
  const build = await rolldown({ input: `${dist}viewer/main.js`, platform: 'browser' })
  const { output } = await build.generate({ format: 'iife', minify: true, comments: { legal: false, jsdoc: false } })
  await build.close()
  const script = output[0].code.trim()
  const style = readFileSync(new URL('src/viewer/style.css', library), 'utf8').replace(
    /\s*([{};,>])\s*|\s+/g,
    (_, mark) => mark ?? ' ',
  )
  if (/<\/script|<!--/i.test(script)) throw new Error('The viewer has a text that would end its element')
  const texts = Object.entries({ script, style }).map(
    ([name, text]) => `export const ${name} = ${JSON.stringify(text)}\n`,
  )
  writeFileSync(`${dist}bundle/cli/viewer.js`, texts.join(''))
}

function modulesOf(output, folder) {
  const chunks = output.filter(({ type }) => type === 'chunk')
  return Object.fromEntries(chunks.map(({ fileName, modules }) => [`${folder}${fileName}`, Object.keys(modules)]))
}

/** The modules that entries import at once, in files that others need too. */
function sharedBy(entryNames, chunks) {
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]))
  const found = new Set()
  const visit = (chunk) => {
    for (const imported of chunk.imports.map((name) => byName.get(name))) {
      if (imported === undefined || found.has(imported)) continue
      found.add(imported)
      visit(imported)
    }
  }
  for (const name of entryNames) visit(byName.get(name))
  return new Set([...found].flatMap(({ modules }) => Object.keys(modules)))
}

/** The name of the package that a module belongs to, as a part of a file name. */
function packageOf(id) {
  return /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(id)?.[1]?.replace('/', '-')
}

/**
 * Of undici's index the parts that are used, without its caches, mocks, web sockets and interceptors: two fifths of it. Its parser is
 * there once: what a CPU with SIMD gains is the search in long headers.
 */
function loadUndici(id) {
  if (/\/node_modules\/undici\/lib\/llhttp\/llhttp_simd-wasm\.js$/.test(id))
    return "module.exports = require('./llhttp-wasm.js')"
  if (!/\/node_modules\/undici\/index\.js$/.test(id)) return null
  const client = "require('./lib/dispatcher/client')"
  const pool = "require('./lib/dispatcher/pool')"
  return `exports.Client = ${client}; exports.Pool = ${pool}; exports.fetch = require('./lib/web/fetch').fetch`
}

function minifyPackages(_options, files) {
  for (const chunk of Object.values(files).filter(({ type }) => type === 'chunk')) {
    const isPackage = !chunk.moduleIds.some((id) => id.startsWith(dist))
    if (isPackage) minify(chunk, { mangle: { toplevel: true } })
    // The official schemas, what runs as a program of its own, and what is loaded late: nobody looks for a line there.
    else if (compactChunks.has(chunk.name) || chunk.fileName.includes('client-core')) minify(chunk, namesStay)
    else chunk.code = chunk.code.replaceAll(fromRoot, '// ')
  }
}

const compactChunks = new Set([
  ...['schema-of', 'gateway', 'host', 'is-same-settings', 'testing', 'openapi', 'http-core', 'store-file', 'protocol'],
  ...[
    'auth',
    'create-authorizer',
    'connect',
    'open-task-adapters',
    'v2025-task-adapter',
    'input-service',
    'http-listener',
  ],
])

/** Where each module begins is said by its path in the repository, of which half is the same for all. */
const fromRoot = '// packages/omniport/dist/'

/** For files that nobody steps through. The names of classes and functions stay, for stacks. */
const namesStay = {
  compress: true,
  mangle: { toplevel: false, keepNames: true },
  codegen: { removeWhitespace: true },
}

function compact(_options, files) {
  for (const chunk of Object.values(files).filter(({ type }) => type === 'chunk')) minify(chunk, namesStay)
}

function minify(chunk, options) {
  chunk.code = minifyToLines(chunk.fileName, chunk.code, options)
}
