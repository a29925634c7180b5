import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { minifySync } from 'rolldown/utils'

const packages = fileURLToPath(new URL('../packages/', import.meta.url))
const page = `${packages}console/`
const target = `${packages}omniport/dist/bundle/console/`

/**
 * Builds the page of the console, and puts its files into the package of the command, each compressed, as it is sent. The sandbox of
 * apps goes with them: the command serves it on another port.
 */
export async function bundleConsole() {
  const { build } = await import('vite')
  await build({ root: page, logLevel: 'warn' })
  rmSync(target, { recursive: true, force: true })
  for (const file of filesOf(`${page}dist`)) {
    const path = `${target}${file}.gz`
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, gzipSync(readFileSync(join(page, 'dist', file)), { level: 9 }))
  }
  const sandbox = readFileSync(`${packages}app/dist/bundle/sandbox.js`, 'utf8')
  const { code } = minifySync('sandbox.js', sandbox, { module: true, compress: false, mangle: false })
  writeFileSync(`${target}sandbox.js`, code)
}

function filesOf(folder, path = '') {
  return readdirSync(join(folder, path)).flatMap((name) => {
    const file = path === '' ? name : `${path}/${name}`
    return statSync(join(folder, file)).isDirectory() ? filesOf(folder, file) : [file]
  })
}
