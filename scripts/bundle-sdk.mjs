import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'
import { modules } from '../packages/sdk/scripts/modules.mjs'
import { plugins } from './bundle.mjs'
import { minifyToLines } from './minify-to-lines.mjs'
import { openPrivateMembers } from './open-private-members.mjs'
import { ReachedDeclarations } from './reached-declarations.mjs'

const home = new URL('../packages/sdk/', import.meta.url)
const dist = fileURLToPath(new URL('dist/', home))
const core = fileURLToPath(new URL('../packages/omniport/dist/entries/sdk/', import.meta.url))
const { dependencies, optionalDependencies } = JSON.parse(readFileSync(new URL('package.json', home), 'utf8'))
const external = Object.keys({ ...dependencies, ...optionalDependencies }).map((name) => new RegExp(`^${name}(/|$)`))
const built = () => modules.filter((name) => existsSync(`${dist}${name}.js`))

/**
 * Makes the files of the package that takes the place of the official SDK: each of its modules for ESM and for CommonJS, with the parts
 * of the library that they need in files that they share. Returns the paths of the modules that are built in.
 */
export async function bundleSdk() {
  const formats = await Promise.all([bundleFormat('esm', 'module'), bundleFormat('cjs', 'commonjs')])
  writeDeclarations()
  return [...new Set(formats.flat())]
}

async function bundleFormat(format, type) {
  const dir = `${dist}${format}`
  rmSync(dir, { recursive: true, force: true })
  const build = await rolldown({
    input: Object.fromEntries(built().map((name) => [name, `${dist}${name}.js`])),
    external: ['node:sqlite', ...external],
    platform: 'node',
    treeshake: { moduleSideEffects: false },
    plugins: [
      { name: 'core', resolveId: resolveCore },
      openPrivateMembers(dist),
      ...ownPlugins,
      { name: 'compact', generateBundle: compact },
    ],
  })
  const { output } = await build.write({
    format,
    dir,
    exports: 'named',
    esModule: true,
    entryFileNames: '[name].js',
    chunkFileNames: 'parts/[name]-[hash].js',
    comments: { legal: false, jsdoc: false },
  })
  await build.close()
  writeFileSync(`${dir}/package.json`, `{ "type": "${type}" }\n`)
  return output.flatMap((chunk) => Object.keys(chunk.modules ?? {}))
}

/** Programs look at the names of classes and functions, so these stay. */
const ownPlugins = plugins.filter(({ name }) => name !== 'minify')

function compact({ format }, files) {
  for (const chunk of Object.values(files).filter(({ type }) => type === 'chunk')) {
    const options = { module: format === 'es', compress: false, mangle: false, codegen: { removeWhitespace: true } }
    chunk.code = minifyToLines(chunk.fileName, chunk.code, options)
  }
}

/** `#core/name` is an entry of the library that is made for this package. */
function resolveCore(specifier) {
  const [, name] = /^#core\/(.+)$/.exec(specifier) ?? []
  return name === undefined ? null : { id: `${core}${name}.js` }
}

/** The declarations that the modules lead to, one set for each kind of module. */
function writeDeclarations() {
  const reached = new ReachedDeclarations()
  for (const name of built()) reached.addFile(new URL(`dist/${name}.d.ts`, home).href)
  for (const [address, text] of reached.texts()) {
    const path = fileURLToPath(address).replace(dist, `${dist}esm/`)
    if (text.includes('#core')) throw new Error(`${path} names a type of the library, which is not published with it`)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, /asyncDispos/i.test(text) ? `/// <reference lib="esnext.disposable" />\n${text}` : text)
  }
  cpSync(`${dist}esm`, `${dist}cjs`, {
    recursive: true,
    filter: (path) => !/\.js$|package\.json$|\/parts$/.test(path),
  })
}
