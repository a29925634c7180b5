import { cpSync, lstatSync, mkdirSync, mkdtempSync, readdirSync, readlinkSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join, relative, sep } from 'node:path'

/** A copy of the working tree in a temporary folder, with what was built; the installed packages are links. Whoever makes it removes it. */
export function createCopy(root) {
  const copy = mkdtempSync(join(tmpdir(), 'omniport-mutations-'))
  try {
    cpSync(root, copy, { recursive: true, preserveTimestamps: true, filter: (path) => isCopied(path) })
    for (const folder of ['.', ...workspaces(root)]) linkPackages(join(root, folder), join(copy, folder))
  } catch (error) {
    removeCopy(copy)
    throw error
  }
  return copy
}

/** Also while something in it is still being written. */
export function removeCopy(copy) {
  for (const folder of [copy, homeOf(copy)]) {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
  }
}

/** The home folder of what runs in a copy: beside it, since no home is in the folder that one works in. */
export function homeOf(copy) {
  return `${copy}-home`
}

function isCopied(path) {
  return !['node_modules', '.git'].includes(basename(path))
}

function workspaces(root) {
  return ['packages', 'examples'].flatMap((parent) => readdirSync(join(root, parent)).map((name) => join(parent, name)))
}

/** Links between packages of the repository stay relative, so that they lead to the copies. */
function linkPackages(from, to) {
  const source = join(from, 'node_modules')
  if (!isFolder(source)) return
  linkAll(source, join(to, 'node_modules'))
}

function linkAll(source, target) {
  mkdirSync(target, { recursive: true })
  for (const name of readdirSync(source)) {
    const [path, link] = [join(source, name), join(target, name)]
    if (isLink(path)) symlinkSync(readlinkSync(path), link)
    else if (name === '.bin' || name.startsWith('@')) linkAll(path, link)
    else if (!name.startsWith('.vite') && name !== '.cache') symlinkSync(path, link)
  }
}

function isLink(path) {
  return lstatSync(path).isSymbolicLink()
}

function isFolder(path) {
  return lstatSync(path, { throwIfNoEntry: false })?.isDirectory() === true
}

/** A path in the copy as the reader knows it. */
export function shortPath(copy, path) {
  return relative(copy, path).split(sep).join('/')
}
