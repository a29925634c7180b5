// Calls a service of three nodes while its nodes and its Redis go and come, and checks what came of each call. Options: `--calls`,
// `--clients`, and `--only` with a part of the name of a run.
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

const root = fileURLToPath(new URL('..', import.meta.url))
const cache = join(root, 'node_modules/.cache')
mkdirSync(cache, { recursive: true })
const folder = mkdtempSync(join(cache, 'chaos-'))
const outfile = join(folder, 'chaos.mjs')
try {
  await build({
    entryPoints: [join(root, 'test/chaos/programs/chaos.ts')],
    outfile,
    bundle: true,
    packages: 'external',
    platform: 'node',
    target: 'node20',
    format: 'esm',
    logLevel: 'error',
    // The sources find the root of the repository by where they are.
    define: { 'import.meta.url': JSON.stringify(new URL('../test/support/root.ts', import.meta.url).href) },
  })
  const { status } = spawnSync(process.execPath, [outfile, ...process.argv.slice(2)], { stdio: 'inherit' })
  process.exitCode = status ?? 1
} finally {
  rmSync(folder, { recursive: true, force: true })
}
