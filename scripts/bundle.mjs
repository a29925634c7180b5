import { chmodSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'
import { esmExternalRequirePlugin } from 'rolldown/plugins'
import { minifySync } from 'rolldown/utils'

const library = new URL('../packages/omniport/', import.meta.url)
const dist = fileURLToPath(new URL('dist/', library))
const { exports: entries, dependencies } = JSON.parse(readFileSync(new URL('package.json', library), 'utf8'))
// Node 20 has no `node:sqlite`; undici asks for it where nothing here leads to.
const external = ['node:sqlite', ...Object.keys(dependencies).map((name) => new RegExp(`^${name}(/|$)`))]
const plugins = [
  esmExternalRequirePlugin({ external: builtinModules.flatMap((name) => [name, `node:${name}`]) }),
  { name: 'minify', generateBundle: minifyPackages },
]
const packages = { name: packageOf, test: /\/node_modules\//, minSize: 10_000, debugName: 'packages' }
const format = {
  format: 'esm',
  entryFileNames: '[name].js',
  chunkFileNames: 'parts/[name]-[hash].js',
  comments: { legal: false, jsdoc: false }, // the declarations have them, and a file of its own the licences
}

/**
 * Joins the modules of the library and of the command into few files: finding and opening a file costs a cold start more than
 * reading it does. The smallest server loads four files at once, and what is imported late stays apart. Packages that are no
 * dependencies are built in, minified. Entries for browsers and workers share all files with the others, except those that lead
 * to Node. Returns the modules; `dist/.modules.json` says what is in which file.
 */
export async function bundle() {
  rmSync(`${dist}bundle`, { recursive: true, force: true })
  const modules = { ...(await bundleLibrary()), ...(await bundleCommand()) }
  const files = Object.entries(modules).map(([file, ids]) => [file, ids.map((id) => relative(dist, id))])
  writeFileSync(`${dist}.modules.json`, JSON.stringify(Object.fromEntries(files)))
  return Object.values(modules).flat()
}

async function bundleLibrary() {
  const named = (condition) =>
    Object.values(entries).flatMap(({ [condition]: file = '' }) => /dist\/bundle\/(.+)\.js$/.exec(file)?.[1] ?? [])
  const input = Object.fromEntries(named('default').map((name) => [name, `${dist}entries/${name}.js`]))
  const webInput = Object.fromEntries(named('browser').map((name) => [name, `${dist}entries/${name.slice(4)}.js?web`]))
  const options = {
    external,
    platform: 'neutral',
    resolve: { conditionNames: ['import', 'default'], mainFields: ['module', 'main'] },
    treeshake: { moduleSideEffects: false },
  }
  const leadsToNode = new Set()
  const graph = { name: 'graph', buildEnd: findWebModules(leadsToNode) }
  const portable = await rolldown({ ...options, input, plugins: [...plugins, graph] })
  const { output: apart } = await portable.generate(format)
  await portable.close()
  const web = { name: 'web', resolveId: toWebModule(leadsToNode), load: loadWebModule }
  const build = await rolldown({ ...options, input: { ...input, ...webInput }, plugins: [web, ...plugins] })
  const shared = sharedBy(['index.js', 'stdio.js'], apart)
  const isIn = (folder, id) => relative(dist, id).startsWith(folder)
  const needsNode = (id) => isIn('transport/stdio/', id)
  const isSmall = (id) => ['jsonrpc/', 'values/json/', 'async/abort/'].some((folder) => isIn(folder, id)) // not worth a file of its own
  const groups = [
    { name: 'core', test: (id) => (shared.has(id) && !needsNode(id)) || isSmall(id) },
    { name: 'pipes', test: (id) => shared.has(id) && needsNode(id) },
    packages,
  ]
  const { output } = await build.write({ ...format, dir: `${dist}bundle`, codeSplitting: { groups } })
  await build.close()
  return modulesOf(output, '')
}

/** `a.web.js` takes the place of `a.js` in entries for browsers and workers. */
const webFileOf = (id) =>
  id.endsWith('.js') && existsSync(id.replace(/js$/, 'web.js')) ? id.replace(/js$/, 'web.js') : undefined

/** Returns a hook that adds the modules to `found` that import one with another file for browsers, however far away. */
function findWebModules(found) {
  return function () {
    const visit = (id) => {
      if (found.has(id)) return
      found.add(id)
      const { importers, dynamicImporters } = this.getModuleInfo(id)
      for (const importer of [...importers, ...dynamicImporters]) visit(importer)
    }
    for (const id of this.getModuleIds()) if (id.startsWith(dist) && webFileOf(id) !== undefined) visit(id)
  }
}

/** Returns a hook that finds the modules of entries for browsers: `a.js?web` is `a.js`, with other imports. */
function toWebModule(leadsToNode) {
  return async function (source, importer) {
    if (importer === undefined) return source.endsWith('?web') ? source : null
    if (!importer.endsWith('?web')) return null
    const found = await this.resolve(source, importer.slice(0, -4), { skipSelf: true })
    if (found === null || found.external) return found
    return webFileOf(found.id) ?? (leadsToNode.has(found.id) ? `${found.id}?web` : found)
  }
}

function loadWebModule(id) {
  return id.endsWith('?web') ? readFileSync(id.slice(0, -4), 'utf8') : null
}

/** The command loads the files that users of the library load, so that there is one copy of each. */
async function bundleCommand() {
  const toBuiltEntry = (specifier) => {
    const [, name] = /\/entries\/(.+)\.js$/.exec(specifier) ?? []
    return name === undefined ? null : { id: `../${name}.js`, external: true }
  }
  const build = await rolldown({
    input: `${dist}cli/main.js`,
    external,
    platform: 'node',
    plugins: [{ name: 'entries', resolveId: toBuiltEntry }, ...plugins],
  })
  const { output } = await build.write({
    ...format,
    chunkFileNames: '[name]-[hash].js',
    dir: `${dist}bundle/cli`,
    codeSplitting: { groups: [packages] },
  })
  await build.close()
  chmodSync(`${dist}bundle/cli/main.js`, 0o755) // npm does so where it installs a package, not in a workspace
  return modulesOf(output, 'cli/')
}

function modulesOf(output, folder) {
  return Object.fromEntries(output.map(({ fileName, modules }) => [`${folder}${fileName}`, Object.keys(modules)]))
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

function minifyPackages(_options, files) {
  for (const chunk of Object.values(files)) {
    if (!chunk.moduleIds.some((id) => id.startsWith(dist)))
      chunk.code = minifySync(chunk.fileName, chunk.code, { module: true, mangle: { toplevel: true } }).code
  }
}
