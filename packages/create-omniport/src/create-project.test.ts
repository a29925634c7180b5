import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createProject } from './create-project.js'
import type { Language } from './languages.js'
import { findTemplate } from './templates.js'

let cwd = ''

beforeEach(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'create-project-'))
})

afterEach(() => rm(cwd, { recursive: true }))

async function create(folder: string, template: string, language: Language = 'js') {
  const path = join(cwd, folder)
  const command = await createProject({ folder: path, template: findTemplate(template), language })
  const read = (file: string) => readFile(join(path, file), 'utf8')
  return { path, command, read, manifest: JSON.parse(await read('package.json')), files: (await readdir(path)).sort() }
}

const version = async () =>
  JSON.parse(await readFile(new URL('../package.json', import.meta.url), 'utf8')).version as string

describe('a project', () => {
  test('in JavaScript has the files of its template, named as its folder', async () => {
    const { command, files, read, manifest } = await create('deep/kitchen', 'server')
    expect(command).toBe('npx omniport call hello name=Ada -- node main.js')
    expect(files).toEqual(['.gitignore', 'README.md', 'main.js', 'package.json', 'server.js', 'server.test.js'])
    expect(await read('.gitignore')).toBe('node_modules/\n')
    expect(await read('server.js')).toContain("name: 'kitchen',")
    expect(await read('main.js')).toContain("import server from './server.js'")
    expect(manifest).toEqual({
      name: 'kitchen',
      version: '0.0.0',
      private: true,
      type: 'module',
      scripts: { start: 'node main.js', test: 'node --test' },
      dependencies: { omniport: `^${await version()}`, zod: '^4.6.7' },
      engines: { node: '>=20.12' },
    })
    expect(await read('package.json')).toMatch(/^\{\n {2}"name": "kitchen",\n.*\n\}\n$/s)
  })

  test('in TypeScript has files that Node runs, and what editors need', async () => {
    const { command, files, read, manifest } = await create('kitchen', 'server', 'ts')
    expect(command).toBe('npx omniport call hello name=Ada -- node main.ts')
    expect(files).toEqual([
      ...['.gitignore', 'README.md', 'main.ts', 'package.json'],
      ...['server.test.ts', 'server.ts', 'tsconfig.json'],
    ])
    expect(await read('main.ts')).toContain("import server from './server.ts'")
    expect(await read('README.md')).toContain('`server.test.ts`')
    expect(manifest).toMatchObject({
      scripts: { start: 'node main.ts', test: 'node --test' },
      devDependencies: { '@types/node': '^20.19.25' },
      engines: { node: '>=22.18' },
    })
    expect(JSON.parse(await read('tsconfig.json'))).toEqual({
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
    })
  })

  test('has the packages of its template in order, and a script for browsers in JavaScript', async () => {
    const { files, manifest, read } = await create('dice', 'app', 'ts')
    expect(Object.entries(manifest.dependencies)).toEqual([
      ['@omniport/app', `^${await version()}`],
      ['omniport', `^${await version()}`],
      ['zod', '^4.6.7'],
    ])
    expect(files).toContain('view.js')
    expect(files).toContain('page.ts')
    expect(await read('page.html')).toContain('src="view.js"')
  })

  test('has no comments for TypeScript in either language', async () => {
    expect(await (await create('a', 'host')).read('host.js')).not.toContain('/*ts')
    const typed = await (await create('b', 'host', 'ts')).read('host.ts')
    expect(typed).toContain("import type { HostOptions } from 'omniport/host'\n")
    expect(typed).toContain("openHost(ask: HostOptions['ask'])")
  })
})

describe('the name of a package', () => {
  test.each([
    ['My Server', 'my-server'],
    ['..Notes & Co', 'notes-co'],
    ['_-x', 'x'],
    ['a.b_c-d7', 'a.b_c-d7'],
    ['ÄÖ', 'omniport-project'],
  ])('of the folder "%s" is one that npm takes', async (folder, name) => {
    expect((await create(folder, 'http')).manifest.name).toBe(name)
  })

  test('is as long as npm takes', async () => {
    expect((await create('a'.repeat(214), 'http')).manifest.name).toBe('a'.repeat(214))
    expect((await create('b'.repeat(220), 'http')).manifest.name).toBe('b'.repeat(214))
  })
})

describe('a folder', () => {
  test('with files is left as it is', async () => {
    await mkdir(join(cwd, 'full'))
    await writeFile(join(cwd, 'full', 'notes.txt'), 'mine')
    await expect(create('full', 'server')).rejects.toThrow(
      new Error(`${join(cwd, 'full')} is not empty; give the name of a new folder`),
    )
    expect(await readdir(join(cwd, 'full'))).toEqual(['notes.txt'])
  })

  test('with nothing but a repository is used', async () => {
    await mkdir(join(cwd, 'repository', '.git'), { recursive: true })
    expect((await create('repository', 'http')).files).toContain('main.js')
    await mkdir(join(cwd, 'used', '.git'), { recursive: true })
    await writeFile(join(cwd, 'used', '.gitignore'), '')
    await expect(create('used', 'http')).rejects.toThrow(`${join(cwd, 'used')} is not empty`)
  })

  test('that is a file is refused, and so is one below a file', async () => {
    const file = join(cwd, 'file')
    await writeFile(file, '')
    const refused = (path: string) => new Error(`${path} is a file; give the name of a new folder`)
    await expect(create('file', 'server')).rejects.toThrow(refused(file))
    await expect(create('file/below', 'server')).rejects.toThrow(refused(join(file, 'below')))
  })

  test('that cannot be read fails with what the system says', async () => {
    await expect(create('a'.repeat(300), 'server')).rejects.toThrow(/^ENAMETOOLONG/)
  })
})
