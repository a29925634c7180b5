import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import process from 'node:process'
import { expect, test } from 'vitest'
import { completeManifest, linkDocuments, repositoryOf } from '../../scripts/package-addresses.mjs'
import { readDocument } from '../docs/code-blocks.js'
import { root } from '../support/root.js'

const manifests = readdirSync(`${root}/packages`).map(
  (folder) => JSON.parse(readFileSync(`${root}/packages/${folder}/package.json`, 'utf8')) as Manifest,
)
const published = manifests.filter(({ private: isPrivate }) => isPrivate !== true)

interface Manifest {
  readonly name: string
  readonly version: string
  readonly private?: boolean
}

const release = (...args: readonly string[]) =>
  spawnSync(process.execPath, ['scripts/release.mjs', ...args], {
    cwd: root,
    encoding: 'utf8',
    env: { PATH: process.env['PATH'] },
  })

test('the release says what it would publish, the library first, each with provenance', () => {
  const { status, stdout } = release()
  const lines = stdout.trim().split('\n')
  expect([status, lines.length]).toEqual([0, published.length])
  expect(lines.map((line) => / --workspace (\S+) /.exec(line)?.[1]).at(0)).toBe('omniport')
  expect(lines.filter((line) => !line.includes('--access public --provenance'))).toEqual([])
})

test('the release publishes nothing where no statement of provenance can be made', () => {
  expect(release('--publish')).toMatchObject({
    status: 1,
    stdout: '',
    stderr: expect.stringMatching(/^release: provenance needs a job with an identity/),
  })
})

test('packages that are released together have one version', () => {
  const { fixed } = JSON.parse(readFileSync(`${root}/.changeset/config.json`, 'utf8')) as { fixed: string[][] }
  const names = fixed.flat()
  expect([...names, '@omniport/sdk'].sort()).toEqual(published.map(({ name }) => name).sort())
  expect(new Set(published.filter(({ name }) => names.includes(name)).map(({ version }) => version)).size).toBe(1)
})

test('docs/releasing.md names the scripts that there are', () => {
  const { scripts } = JSON.parse(readFileSync(`${root}/package.json`, 'utf8')) as { scripts: object }
  const named = [...readDocument('docs/releasing.md').matchAll(/npm run ([\w:-]+)/g)].map(([, name = '']) => name)
  expect([named.length > 2, named.filter((name) => !Object.hasOwn(scripts, name))]).toEqual([true, []])
})

test.each([
  ['GitHub', { GITHUB_SERVER_URL: 'https://github.com', GITHUB_REPOSITORY: 'ada/port' }, 'https://github.com/ada/port'],
  ['GitLab', { CI_PROJECT_URL: 'https://gitlab.com/ada/port' }, 'https://gitlab.com/ada/port'],
  ['a variable', { REPOSITORY_URL: 'https://git.example/port.git' }, 'https://git.example/port'],
  ['nobody', {}, undefined],
])('the address of the repository, as %s knows it', (_name, env, address) => {
  expect(repositoryOf(env)).toBe(address)
})

test('a package is published with the addresses of its repository', () => {
  const place = { address: 'https://github.com/ada/port', folder: 'redis' }
  expect(completeManifest({ name: 'a', version: '1.0.0' }, place)).toEqual({
    name: 'a',
    version: '1.0.0',
    homepage: 'https://github.com/ada/port#readme',
    bugs: 'https://github.com/ada/port/issues',
    repository: { type: 'git', url: 'git+https://github.com/ada/port.git', directory: 'packages/redis' },
  })
  expect(linkDocuments('# a\n\nText\n', place.address)).toBe(
    '# a\n\nText\n\n[Documents, examples and changes](https://github.com/ada/port#readme)\n',
  )
})

test('each package has what its page at the registry shows', () => {
  const pages = readdirSync(`${root}/packages`).map((folder) => ({
    folder,
    ...(JSON.parse(readFileSync(`${root}/packages/${folder}/package.json`, 'utf8')) as Manifest & Page),
  }))
  const shown = pages.filter(({ private: isPrivate }) => isPrivate !== true)
  const incomplete = shown.filter(
    ({ description, keywords, license, files }) =>
      description === undefined || (keywords?.length ?? 0) < 5 || license !== 'MIT' || !files?.includes('CHANGELOG.md'),
  )
  expect(incomplete.map(({ name }) => name)).toEqual([])
  const relative = /\]\((?!https?:|#)[^)]+\)/
  const readmes = shown.filter(({ folder }) => relative.test(readDocument(`packages/${folder}/README.md`)))
  expect(readmes.map(({ name }) => name)).toEqual([])
})

interface Page {
  readonly description?: string
  readonly keywords?: readonly string[]
  readonly license?: string
  readonly files?: readonly string[]
}
