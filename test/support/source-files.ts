import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { root } from './root.js'

/** A TypeScript file that a person wrote. */
export interface SourceFile {
  /** From the root of the repository, with `/`. */
  readonly path: string
  readonly text: string
}

/** The TypeScript of every package and example: their `src` folders, tests and fixtures included, generated files not. */
export function sourceFiles(): readonly SourceFile[] {
  return ['packages', 'examples']
    .flatMap((parent) => readdirSync(`${root}/${parent}`).map((name) => `${parent}/${name}/src`))
    .flatMap(filesUnder)
}

/** The TypeScript under a folder of the repository, generated files excepted. An absent folder has none. */
export function filesUnder(folder: string): readonly SourceFile[] {
  if (!existsSync(`${root}/${folder}`)) return []
  return readdirSync(`${root}/${folder}`, { recursive: true, encoding: 'utf8' })
    .map((name) => `${folder}/${name.replaceAll('\\', '/')}`)
    .filter((path) => /\.tsx?$/.test(path) && !/\.(gen|d)\.ts$|\/(node_modules|dist)\//.test(path))
    .sort()
    .map((path) => ({ path, text: readFileSync(`${root}/${path}`, 'utf8') }))
}

/** Whether a file is there to test others: a test, or a program that tests run. */
export function isTest(path: string): boolean {
  return path.startsWith('test/') || /\.test\.tsx?$/.test(path) || path.includes('/fixtures/')
}
