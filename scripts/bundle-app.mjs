import { readFileSync, rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'

const home = new URL('../packages/app/', import.meta.url)
const dist = fileURLToPath(new URL('dist/', home))
const { exports: entries } = JSON.parse(readFileSync(new URL('package.json', home), 'utf8'))

/** The errors and types of JSON-RPC are built in: a page has no other part of the library. */
const jsonrpc = fileURLToPath(new URL('../packages/omniport/dist/entries/jsonrpc.js', import.meta.url))

/**
 * Makes one file of each entry of the package for views and their hosts. An entry that imports another one loads its file.
 * Comments are left out: the declarations have them.
 */
export async function bundleApp() {
  rmSync(`${dist}bundle`, { recursive: true, force: true })
  for (const target of Object.values(entries)) {
    const [, name] = /\/bundle\/(.+)\.js$/.exec(target.default ?? '') ?? []
    if (name !== undefined) await bundleEntry(name)
  }
}

async function bundleEntry(name) {
  const build = await rolldown({
    input: { [name]: `${dist}entries/${name}.js` },
    external: [/^omniport(?!\/jsonrpc$)/, /^react/],
    platform: 'browser',
    treeshake: { moduleSideEffects: false },
    plugins: [{ name: 'entries', resolveId: resolveEntry }],
  })
  await build.write({
    format: 'esm',
    dir: `${dist}bundle`,
    entryFileNames: '[name].js',
    comments: { legal: false, jsdoc: false },
    codeSplitting: false,
  })
  await build.close()
}

function resolveEntry(specifier, importer) {
  if (specifier === 'omniport/jsonrpc') return { id: jsonrpc }
  const [, name] = /\/entries\/(.+)\.js$/.exec(specifier) ?? []
  return name === undefined || importer === undefined ? null : { id: `./${name}.js`, external: true }
}
