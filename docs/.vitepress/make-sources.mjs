// Writes docs/reference/{examples,packages}: the examples with all their files, the readmes of the packages, and a few documents more.
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, extname } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '')

/** A page names the file that it is made of, in whose place its links are read. */
function writePage(path, source, text) {
  const file = `${root}/docs/reference/${path}`
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, `---\nsource: ${source}\n---\n\n${text.trim()}\n`)
}

const languages = new Map(Object.entries({ cfg: 'txt', yaml: 'yaml', html: 'html', json: 'json', md: 'md', mjs: 'js' }))

/** The files that a reader of an example wants to see: those that it is written in. */
function filesOf(folder) {
  const names = readdirSync(`${root}/${folder}`, { recursive: true, encoding: 'utf8' }).sort()
  return names
    .filter((name) => /\.(js|mjs|ts|json|cfg|yaml|html|md)$/.test(name))
    .filter((name) => !/^(dist|node_modules)\/|\.test\.ts$|^README\.md$|^tsconfig\.json$/.test(name))
}

function toBlock(folder, name) {
  const extension = extname(name).slice(1)
  const text = readFileSync(`${root}/${folder}/${name}`, 'utf8').trimEnd()
  const fence = text.includes('```') ? '````' : '```'
  return `## ${name} {#${name.replaceAll(/[^\w]+/g, '-')}}\n\n${fence}${languages.get(extension) ?? extension}\n${text}\n${fence}`
}

function readmeOf(folder, fallback) {
  try {
    return readFileSync(`${root}/${folder}/README.md`, 'utf8')
  } catch {
    return `# ${fallback}\n`
  }
}

export function makeSources() {
  for (const name of ['examples', 'packages'])
    rmSync(`${root}/docs/reference/${name}`, { recursive: true, force: true })
  for (const { name } of readdirSync(`${root}/examples`, { withFileTypes: true }).filter((each) =>
    each.isDirectory(),
  )) {
    const folder = `examples/${name}`
    const blocks = filesOf(folder).map((file) => toBlock(folder, file))
    writePage(`examples/${name}.md`, `${folder}/README.md`, [readmeOf(folder, name), ...blocks].join('\n\n'))
  }
  for (const name of readdirSync(`${root}/packages`).filter((each) => each !== 'console')) {
    writePage(`packages/${name}.md`, `packages/${name}/README.md`, readmeOf(`packages/${name}`, name))
  }
  const skill = 'packages/omniport/skills/omniport/SKILL.md'
  writePage('skill.md', skill, readFileSync(`${root}/${skill}`, 'utf8').replace(/^---\n[\s\S]*?\n---\n/, ''))
  writePage('contributing.md', 'CONTRIBUTING.md', readFileSync(`${root}/CONTRIBUTING.md`, 'utf8'))
  writePage('reporting.md', 'SECURITY.md', readFileSync(`${root}/SECURITY.md`, 'utf8'))
}
