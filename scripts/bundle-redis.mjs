import { rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'

const dist = fileURLToPath(new URL('../packages/redis/dist/', import.meta.url))

/** Makes one file of the stores on Redis. The library is beside it where it is installed. Comments are left out: the declarations have them. */
export async function bundleRedis() {
  rmSync(`${dist}bundle`, { recursive: true, force: true })
  const build = await rolldown({
    input: { index: `${dist}entries/index.js` },
    external: [/^omniport/, /^node:/],
    platform: 'node',
    treeshake: { moduleSideEffects: false },
  })
  const comments = { legal: false, jsdoc: false }
  await build.write({
    format: 'esm',
    dir: `${dist}bundle`,
    entryFileNames: '[name].js',
    comments,
    codeSplitting: false,
  })
  await build.close()
}
