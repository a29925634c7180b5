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

/** How a reader of the site tries an example that needs no build: the packages are those that its files import. */
function tryingOf(folder) {
  const scripts = filesOf(folder).filter((name) => name.endsWith('.js'))
  if (scripts.length === 0 || filesOf(folder).some((name) => name.endsWith('.ts'))) return ''
  const code = scripts.map((name) => readFileSync(`${root}/${folder}/${name}`, 'utf8')).join('\n')
  const imported = [...code.matchAll(/^(?:import|export) (?:[^']+ from )?'((?:@[\w-]+\/)?[\w-]+)[^']*'/gm)].map(
    ([, name]) => name,
  )
  const packages = [...new Set(imported)].filter((name) => name !== 'node').sort()
  return `To try it, copy these files into a folder whose \`package.json\` has \`"type": "module"\`, and install what they import:\n\n\`\`\`sh\nnpm install ${packages.join(' ')}\n\`\`\``
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
    const parts = [readmeOf(folder, name), tryingOf(folder), ...blocks]
    writePage(`examples/${name}.md`, `${folder}/README.md`, parts.filter((part) => part !== '').join('\n\n'))
  }
  for (const name of readdirSync(`${root}/packages`).filter((each) => each !== 'console')) {
    writePage(`packages/${name}.md`, `packages/${name}/README.md`, readmeOf(`packages/${name}`, name))
  }
  const skill = 'packages/omniport/skills/omniport/SKILL.md'
  writePage('skill.md', skill, readFileSync(`${root}/${skill}`, 'utf8').replace(/^---\n[\s\S]*?\n---\n/, ''))
  writePage('contributing.md', 'CONTRIBUTING.md', readFileSync(`${root}/CONTRIBUTING.md`, 'utf8'))
  writePage('reporting.md', 'SECURITY.md', readFileSync(`${root}/SECURITY.md`, 'utf8'))
}
