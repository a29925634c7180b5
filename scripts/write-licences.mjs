import { readdirSync, readFileSync, writeFileSync } from 'node:fs'

const schemaNotice = new URL('../packages/omniport/src/protocol/schemas/NOTICE.md', import.meta.url)
const file = new URL('../packages/omniport/dist/bundle/THIRD-PARTY-LICENSES.txt', import.meta.url)

/** Writes the licences of the packages that have modules in the bundle, and of the schemas. Throws where a package has none. */
export function writeLicences(modules) {
  const folders = new Set(modules.flatMap((id) => /.*\/node_modules\/(?:@[^/]+\/)?[^/]+\//.exec(id)?.[0] ?? []))
  const sections = [...folders].map(toSection).sort()
  const notice = readFileSync(schemaNotice, 'utf8').replace(/^# /, '## ')
  writeFileSync(file, `These packages are part of the files in this folder.\n\n${sections.join('\n')}\n${notice}`)
}

function toSection(folder) {
  const { name, version, license } = JSON.parse(readFileSync(`${folder}package.json`, 'utf8'))
  const licence = readdirSync(folder).find((each) => /^licen[cs]e(\.|$)/i.test(each))
  if (licence === undefined) throw new Error(`${name} is built in, and has no licence`)
  return `## ${name} ${version} (${license})\n\n${readFileSync(folder + licence, 'utf8').trim()}\n`
}
