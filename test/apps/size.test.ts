import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import { expect, test } from 'vitest'
import { root } from '../support/root.js'

test.each([
  ['a view', "export { connectApp } from '@omniport/app'", 5.5, []],
  ['the bridge of a host', "export { createAppBridge } from '@omniport/app/host'", 8.5, []],
  ['a view with React', "export { useApp } from '@omniport/app/react'", 5.5, ['react']],
])('%s has few KB, compressed, and imports nothing else', async (_, contents, maxKb, imported) => {
  const { outputFiles, metafile } = await build({
    stdin: { contents, resolveDir: root },
    outfile: 'view.js',
    write: false,
    metafile: true,
    bundle: true,
    format: 'esm',
    minify: true,
    platform: 'browser',
    external: ['react'],
  })
  const { imports = [] } = metafile.outputs['view.js'] ?? {}
  expect(imports.map(({ path }) => path)).toEqual(imported)
  expect(gzipSync(outputFiles[0]?.contents ?? '', { level: 9 }).length / 1_024).toBeLessThanOrEqual(maxKb)
})
