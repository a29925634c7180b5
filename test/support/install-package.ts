import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, realpathSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { root } from './root.js'

/** A package as npm would publish it. */
export interface Packed {
  /** The file that npm made. */
  readonly tarball: string
  /** What is in it, in alphabetical order. */
  readonly files: readonly string[]
}

/** Packs a package of the workspace into `folder`. */
export function pack(name: string, folder: string): Packed {
  const output = run('npm', ['pack', '--json', '--ignore-scripts', '--workspace', name, '--pack-destination', folder])
  const [packed] = JSON.parse(output) as [{ filename: string; files: { path: string }[] }]
  const tarball = join(folder, packed.filename.replace('@', '').replace('/', '-'))
  return { tarball, files: packed.files.map(({ path }) => path).sort() }
}

/** Unpacks a package into the `node_modules` of `folder`, and links its dependencies from this workspace. */
export function install(name: string, { tarball }: Packed, folder: string): void {
  const home = join(folder, 'node_modules', name)
  mkdirSync(home, { recursive: true })
  run('tar', ['-xzf', tarball, '--strip-components=1', '-C', home])
  const { dependencies = {} } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8')) as {
    dependencies?: object
  }
  const workspace = realpathSync(join(root, 'node_modules', name))
  for (const dependency of Object.keys(dependencies)) link(dependency, folder, workspace)
}

/** Makes a package importable in `folder`: the version that `home`, a folder of this workspace, imports. */
export function link(name: string, folder: string, home = root): void {
  const target = join(folder, 'node_modules', name)
  if (existsSync(target)) return
  const own = join(home, 'node_modules', name)
  mkdirSync(dirname(target), { recursive: true })
  symlinkSync(existsSync(own) ? own : join(root, 'node_modules', name), target)
}

function run(command: string, args: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd: root, encoding: 'utf8' })
  if (status !== 0) throw new Error(`${command} ${args.join(' ')}: ${stderr}${stdout}`)
  return stdout
}
