/**
 * Writes the schemas of `types.js` and `shared/auth.js`, and the types of their values, from `schemas/*.txt`:
 *
 *     node packages/sdk/scripts/generate-schemas.mjs
 *
 * With `--check` it writes nothing and fails if a file is not what it would write.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { emitZod } from './emit-zod.mjs'
import { parseNotation } from './parse-notation.mjs'

const home = fileURLToPath(new URL('..', import.meta.url))
const header = "import * as z from 'zod/v4'\nimport { lazySchema } from './lazy-schema.js'\n"

const protocol = read('protocol')
const oauth = read('oauth')
const files = {
  'src/schemas/protocol.gen.ts': `${header}import { RequestMetaSchema } from './request-meta.js'
import * as special from './special-schemas.js'

${schemas(protocol)}`,
  'src/schemas/oauth.gen.ts': `${header}import * as special from './special-schemas.js'

${schemas(oauth)}
${models(oauth, (name) => `z.infer<typeof ${name}Schema>`, ['SafeUrl', 'OptionalSafeUrl'])}`,
  'src/schemas/models.gen.ts': `import type { Infer } from './infer.js'
import type * as schemas from './protocol.gen.js'
import type { RequestMetaSchema } from './request-meta.js'

/** The members that are kept beside those of a message. */
export type RequestMeta = Infer<typeof RequestMetaSchema>
/** Parameters that every request can have. */
export type RequestParams = { _meta?: RequestMeta | undefined }
/** Parameters that every notification can have. */
export type NotificationParams = { _meta?: RequestMeta | undefined }
${models(protocol, (name) => `Infer<typeof schemas.${name}Schema>`, ['ListChangedOptionsBase'])}`,
  'src/schemas/specification.gen.ts': specification(),
}
for (const [name, text] of Object.entries(files)) write(name, text)

function read(name) {
  return parseNotation(readFileSync(`${home}schemas/${name}.txt`, 'utf8'))
}

function schemas(entries) {
  return entries
    .map(({ name, docs, node }) => `/** ${docs} */\nexport const ${name}Schema${definition(node)}\n`)
    .join('')
}

function definition(node) {
  const [code, type] = emitZod(node)
  if (node.kind === 'reference') return ` = ${code}`
  const method = methodOf(node)
  return `: ${type} = lazySchema(() => ${code}${method === undefined ? '' : `, ${JSON.stringify(method)}`})`
}

/** The method of a request or a notification: who sets a handler by its schema asks for nothing else. */
function methodOf({ kind, members = [] }) {
  const [, method] = members.find(([name]) => name === 'method') ?? []
  return kind === 'object' && method?.kind === 'literal' ? method.value : undefined
}

/** The types of the specification, which programs change the values of. */
function specification() {
  const path = new URL('../../omniport/src/protocol/schemas/types/2025-11-25.gen.ts', import.meta.url)
  const types = readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('export type '))
  return `${types.map((line) => line.replaceAll('readonly ', '')).join('\n')}\n`
}

function models(entries, typeOf, without) {
  const named = entries.filter(({ name }) => !without.includes(name))
  return named
    .map(({ name, docs, node }) => {
      const type = node.kind === 'reference' ? node.name : typeOf(name)
      return `/** ${docs} */\nexport type ${name} = ${type}\n`
    })
    .join('')
}

function write(name, text) {
  const path = home + name
  if (!process.argv.includes('--check')) return writeFileSync(path, text)
  if (existsSync(path) && readFileSync(path, 'utf8') === text) return
  console.error(`${name} is not what packages/sdk/schemas says: node packages/sdk/scripts/generate-schemas.mjs`)
  process.exitCode = 1
}
