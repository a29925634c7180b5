import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { type Language, toLanguage } from './languages.js'
import type { Template } from './templates.js'

export interface ProjectOptions {
  /** The absolute path of its folder, which is made if it is missing. */
  readonly folder: string
  readonly template: Template
  readonly language: Language
}

/**
 * Writes the files of a project, and resolves with the command to try it. Rejects with Error, and writes nothing, if the folder
 * has files; a repository without files is empty.
 */
export async function createProject({ folder, template, language }: ProjectOptions): Promise<string> {
  await refuseFiles(folder)
  const texts = await readTemplate(template)
  // What runs in a browser is JavaScript in any case.
  const modules = [...texts.keys()].filter((name) => name.endsWith('.js') && name !== 'view.js')
  const name = toPackageName(basename(folder))
  const translate = (text: string) => toLanguage(text, language, modules).replaceAll("'my-server'", `'${name}'`)
  const files = new Map([...texts].map(([file, text]) => [translate(file), translate(text)]))
  files.set('package.json', toJson(await manifestOf(name, template, language)))
  files.set('.gitignore', 'node_modules/\n')
  if (language === 'ts') files.set('tsconfig.json', toJson(compilerConfig))
  await mkdir(folder, { recursive: true })
  for (const [file, text] of files) await writeFile(join(folder, file), text, { flag: 'wx' })
  return translate(template.command)
}

/** The texts of its files by their names. */
async function readTemplate({ folders }: Template): Promise<ReadonlyMap<string, string>> {
  const texts = new Map<string, string>()
  for (const folder of folders) {
    const place = new URL(`../templates/${folder}/`, import.meta.url)
    for (const name of await readdir(place)) texts.set(name, await readFile(new URL(name, place), 'utf8'))
  }
  return texts
}

async function refuseFiles(folder: string): Promise<void> {
  const names = await readdir(folder).catch((reason: NodeJS.ErrnoException) => {
    if (reason.code === 'ENOENT') return []
    throw reason.code === 'ENOTDIR' ? new Error(`${folder} is a file; give the name of a new folder`) : reason
  })
  if (names.some((name) => name !== '.git')) throw new Error(`${folder} is not empty; give the name of a new folder`)
}

/** The packages are those that this version was tested with, or later ones that are compatible. */
async function manifestOf(name: string, { packages }: Template, language: Language): Promise<object> {
  const { version } = JSON.parse(await readFile(new URL('../package.json', import.meta.url), 'utf8')) as {
    readonly version: string
  }
  const own = ['omniport', ...packages].sort().map((each) => [each, `^${version}`])
  return {
    name,
    version: '0.0.0',
    private: true,
    type: 'module',
    scripts: { start: `node main.${language}`, test: 'node --test' },
    dependencies: { ...Object.fromEntries(own), zod: '^4.6.7' },
    ...(language === 'ts' && { devDependencies: { '@types/node': '^20.19.25' } }),
    engines: { node: language === 'ts' ? '>=22.18' : '>=20.12' },
  }
}

/** npm takes no capitals, no spaces and no dot at the start. */
function toPackageName(name: string): string {
  const allowed = name
    .toLowerCase()
    .replaceAll(/[^a-z0-9._-]+/g, '-')
    .replace(/^[._-]+/, '')
  return allowed.slice(0, maxNameLength) || 'omniport-project'
}

const maxNameLength = 214

/** For editors, and for `tsc` if it is installed: Node itself reads none of it. */
const compilerConfig = {
  compilerOptions: {
    target: 'es2022',
    module: 'nodenext',
    types: ['node'],
    strict: true,
    noEmit: true,
    allowImportingTsExtensions: true,
    erasableSyntaxOnly: true,
    verbatimModuleSyntax: true,
    skipLibCheck: true,
  },
  include: ['*.ts'],
}

function toJson(value: object): string {
  return `${JSON.stringify(value, null, 2)}\n`
}
