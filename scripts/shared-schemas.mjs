import { readdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { pathToFileURL } from 'node:url'

const moduleName = /\/protocol\/schemas\/([\d-]+\.gen\.js)$/

/**
 * Gives the bundler the official schemas without what they repeat: of each revision the definitions that the one before does not have
 * in the same words, as JSON. Every schema is parsed anew, so that no two share an object.
 */
export const sharedSchemas = { name: 'shared-schemas', load: loadSchema }

async function loadSchema(id) {
  const [, name] = moduleName.exec(id) ?? []
  if (name === undefined) return null
  const files = readdirSync(dirname(id)).filter((file) => moduleName.test(`/protocol/schemas/${file}`))
  const former = files.sort()[files.indexOf(name) - 1]
  const { $schema, key, texts } = await readTexts(id)
  const before = former === undefined ? {} : (await readTexts(id.replace(name, former))).texts
  const changed = Object.entries(texts).filter(([definition, text]) => before[definition] !== text)
  const removed = Object.keys(before).filter((definition) => texts[definition] === undefined)
  const own = [...changed, ...removed.map((definition) => [definition, ''])]
  return `
    ${former === undefined ? 'const former = {}' : `import { texts as former } from './${former}'`}
    export const texts = { ...former, ${own.map(([definition, text]) => `${definition}: ${quote(text)}`).join(',\n')} }
    const definitions = Object.keys(texts).sort().filter((name) => texts[name] !== '').map((name) => \`"\${name}":\${texts[name]}\`)
    export const schema = JSON.parse(\`{"$schema":${JSON.stringify($schema)},"${key}":{\${definitions}}}\`${key === '$defs' ? '' : `.replaceAll('#/$defs/', '#/${key}/')`})`
}

/** The definitions of a revision as JSON, with references as the newest revision writes them. */
async function readTexts(path) {
  const { schema } = await import(pathToFileURL(path).href)
  const { $schema, ...rest } = schema
  const [[key, definitions]] = Object.entries(rest)
  const entries = Object.entries(definitions).map(([name, definition]) => {
    return [name, JSON.stringify(definition).replaceAll(`#/${key}/`, '#/$defs/')]
  })
  return { $schema, key, texts: Object.fromEntries(entries) }
}

function quote(text) {
  return `'${text.replace(/[\\']/g, '\\$&')}'`
}
