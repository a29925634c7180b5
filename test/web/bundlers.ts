import { mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { nodeResolve } from '@rollup/plugin-node-resolve'
import { build as esbuild } from 'esbuild'
import { rollup } from 'rollup'
import { build as vite } from 'vite'
import { root } from '../support/root.js'

/** Bundles a file of `test/web/programs` as users do, into `folder`, where its code is in files that begin with its name. */
export type Bundle = (program: string, folder: string) => Promise<unknown>

const pathOf = (program: string) => `${root}/test/web/programs/${program}.js`

/** Bundlers with the options that their guides give for browsers. Each fails where it meets a part of Node. */
export const bundlers: Readonly<Record<string, Bundle>> = {
  esbuild: (program, outdir) =>
    esbuild({
      entryPoints: [pathOf(program)],
      outdir,
      bundle: true,
      format: 'esm',
      minify: true,
      splitting: true,
      platform: 'browser',
      logLevel: 'silent',
    }),
  vite: (program, outDir) =>
    vite({
      root: `${root}/test/web/programs`,
      configFile: false,
      logLevel: 'silent',
      build: {
        outDir,
        rollupOptions: { input: pathOf(program), output: { entryFileNames: '[name].js' }, onwarn: refuse },
      },
    }),
  rollup: async (program, dir) => {
    const build = await rollup({
      input: pathOf(program),
      plugins: [nodeResolve({ browser: true })],
      onwarn: refuse,
    })
    await build.write({ dir, format: 'esm' })
    await build.close()
  },
}

/** A bundler that meets a part of Node warns and goes on. */
function refuse({ message }: { readonly message: string }): never {
  throw new Error(message)
}

/** Bundles for workers, as wrangler does: `worker.js`, and the files that it loads. `program` is an absolute path. */
export function bundleWorker(outdir: string, program = pathOf('worker')): Promise<unknown> {
  mkdirSync(outdir, { recursive: true })
  const conditions = ['workerd', 'worker', 'browser']
  return esbuild({
    entryPoints: { worker: program },
    outdir,
    bundle: true,
    format: 'esm',
    minify: true,
    splitting: true,
    platform: 'browser',
    conditions,
    logLevel: 'silent',
  })
}

/** The code of each JavaScript file below a folder, by its path. */
export function codeIn(folder: string): Readonly<Record<string, string>> {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.js'))
  return Object.fromEntries(names.map((name) => [name, readFileSync(join(folder, name), 'utf8')]))
}
