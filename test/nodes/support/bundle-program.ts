import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'esbuild'
import { root } from '../../support/root.js'

/** A program that Node runs, made of sources of the tests. */
export interface Program {
  readonly path: string
  remove(): void
}

/** Bundles a program, named by its path without `.ts`. Packages are found from where the bundle is. */
export async function bundleProgram(name: string): Promise<Program> {
  const cache = join(root, 'node_modules/.cache')
  mkdirSync(cache, { recursive: true })
  const folder = mkdtempSync(join(cache, 'nodes-'))
  const path = join(folder, 'program.mjs')
  await build({
    entryPoints: [join(root, `${name}.ts`)],
    outfile: path,
    bundle: true,
    packages: 'external',
    platform: 'node',
    target: 'node20',
    format: 'esm',
    logLevel: 'error',
  })
  return { path, remove: () => rmSync(folder, { recursive: true, force: true }) }
}
