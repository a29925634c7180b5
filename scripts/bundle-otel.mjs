import { rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'

const dist = fileURLToPath(new URL('../packages/otel/dist/', import.meta.url))

/** Makes one file of traces and metrics. The library and the API of OpenTelemetry are beside it. Comments are left out: the declarations have them. */
export async function bundleOtel() {
  rmSync(`${dist}bundle`, { recursive: true, force: true })
  const build = await rolldown({
    input: { index: `${dist}entries/index.js` },
    external: [/^omniport/, /^@opentelemetry/, /^node:/],
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
