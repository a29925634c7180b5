import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** What the packages and examples are built from, and by, each file with its size, its time and a digest. */
export function readSources(root) {
  return Object.fromEntries(listSources(root).map((path) => [path, describe(join(root, path))]))
}

/** Before a build: one that fails halfway leaves neither what was nor what should be. */
export function forgetDigests(root) {
  rmSync(join(root, digestsFile), { force: true })
}

/** Says what was built, from which sources: a test compares, and the next build. */
export function writeDigests(root, sources) {
  const path = join(root, digestsFile)
  mkdirSync(dirname(path), { recursive: true })
  const files = Object.fromEntries(listBuilt(root).map((file) => [file, statSync(join(root, file)).size]))
  writeFileSync(path, JSON.stringify({ sources, files }))
}

/** True if these sources were built, and every file that was made of them is there. */
export function isBuilt(root) {
  if (findChangedSources(root)?.length !== 0) return false
  return Object.entries(readDigests(root).files).every(([file, size]) => sizeOf(join(root, file)) === size)
}

/**
 * The sources that are not those of the build: changed, added or gone. A file of the same size and time is taken to be the same, others
 * are read. Undefined: nothing was built.
 */
export function findChangedSources(root) {
  const built = readDigests(root)?.sources
  if (built === undefined) return undefined
  const paths = listSources(root)
  const present = new Set(paths)
  const changed = paths.filter((path) => built[path] === undefined || !isSame(join(root, path), built[path]))
  return [...changed, ...Object.keys(built).filter((path) => !present.has(path))]
}

/** It goes where what was built goes. */
const digestsFile = 'packages/omniport/dist/.sources.json'

function listSources(root) {
  return [
    ...projectsOf(root).flatMap((project) => [...listFiles(root, project), ...listFolder(root, `${project}/src`)]),
    ...buildFolders.flatMap((folder) => listFiles(root, folder)),
    ...['package-lock.json', 'tsconfig.base.json'].filter((path) => existsSync(join(root, path))),
  ].filter((path) => !/\.test\.tsx?$|\.md$/.test(path))
}

/** Where the scripts are that build. */
const buildFolders = ['scripts', 'packages/sdk/scripts']

function listBuilt(root) {
  return projectsOf(root).flatMap((project) => listFolder(root, `${project}/dist`))
}

/** Some examples have no sources of their own: they are not built. */
function projectsOf(root) {
  return ['packages', 'examples']
    .flatMap((parent) => readdirSync(join(root, parent)).map((name) => `${parent}/${name}`))
    .filter((project) => existsSync(join(root, project, 'src')))
}

function listFolder(root, folder) {
  return readEntries(root, folder).flatMap((entry) => {
    const path = `${folder}/${entry.name}`
    if (entry.isDirectory()) return entry.name === 'fixtures' ? [] : listFolder(root, path)
    return [path]
  })
}

/** Those of the folder itself. */
function listFiles(root, folder) {
  return readEntries(root, folder)
    .filter((entry) => entry.isFile())
    .map(({ name }) => `${folder}/${name}`)
}

function readEntries(root, folder) {
  const path = join(root, folder)
  return existsSync(path) ? readdirSync(path, { withFileTypes: true }) : []
}

function sizeOf(path) {
  return statSync(path, { throwIfNoEntry: false })?.size
}

function describe(path) {
  const { size, mtimeMs } = statSync(path)
  return { size, mtimeMs, digest: digestOf(path) }
}

function isSame(path, built) {
  const { size, mtimeMs } = statSync(path)
  if (size !== built.size) return false
  return mtimeMs === built.mtimeMs || digestOf(path) === built.digest
}

function digestOf(path) {
  return createHash('sha1').update(readFileSync(path)).digest('base64')
}

function readDigests(root) {
  try {
    return JSON.parse(readFileSync(join(root, digestsFile), 'utf8'))
  } catch {
    return undefined
  }
}
