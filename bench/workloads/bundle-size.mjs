import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { rolldown } from 'rolldown'

const programs = {
  omniport: 'servers/omniport-stdio.mjs',
  'sdk-v2': 'servers/sdk-v2-stdio.mjs',
  'sdk-v1': 'servers/sdk-v1-stdio.mjs',
  tmcp: 'servers/tmcp-stdio.mjs',
}

/** The stdio servers of this folder as one minified file, without zod; what a library loads late counts as well. */
export const bundleSize = [
  measure('bundle', 'what a stdio server loads at its start, minified and compressed', (chunks) => first(chunks)),
  measure('bundle-all', 'the same with what is loaded when it is needed', (chunks) => chunks),
]

function measure(name, title, choose) {
  const open = async (contender) => ({
    sample: async () => {
      const chunks = choose(await bundle(programs[contender]))
      return chunks.reduce((total, { code }) => total + gzipSync(code, { level: 9 }).length, 0) / 1_024
    },
    close: async () => {},
  })
  const target = name === 'bundle' ? { of: 'value', most: 25 } : undefined
  return { name, title, unit: 'KB', contenders: Object.keys(programs), limit: 'omniport', target, rounds: 1, open }
}

async function bundle(program) {
  const input = fileURLToPath(new URL(`../${program}`, import.meta.url))
  const build = await rolldown({ input, platform: 'node', external: [/^zod(\/|$)/, /^node:/], logLevel: 'silent' })
  const { output } = await build.generate({ format: 'esm', minify: true })
  await build.close()
  return output.filter(({ type }) => type === 'chunk')
}

/** The entry and what it imports at once. */
function first(chunks) {
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]))
  const found = new Set()
  const visit = (chunk) => {
    if (chunk === undefined || found.has(chunk)) return
    found.add(chunk)
    for (const name of chunk.imports) visit(byName.get(name))
  }
  visit(chunks.find(({ isEntry }) => isEntry))
  return [...found]
}
