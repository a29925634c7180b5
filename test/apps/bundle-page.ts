import { build } from 'esbuild'
import { root } from '../support/root.js'

/** Bundles a file of `test/apps/programs` as users do, minified. Returns its code, which needs no other file. */
export async function bundleProgram(name: string): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [`${root}/test/apps/programs/${name}.js`],
    bundle: true,
    format: 'esm',
    minify: true,
    platform: 'browser',
    define: { 'process.env.NODE_ENV': '"development"' }, // in which React mounts components twice
    logLevel: 'silent',
    write: false,
  })
  return outputFiles[0]?.text ?? ''
}

/** A page with one script in it. */
export function toPage(code: string): string {
  return `<!doctype html><title>a</title><body><script type="module">${code}</script></body>`
}
