import { readdirSync, readFileSync } from 'node:fs'
import { root } from './root.js'

const folders = ['packages/app/src', 'packages/console/src', 'packages/omniport/src/viewer']

/**
 * Tests beside the sources that have a document, as their first line says. They are apart from the others: a process has one kind of
 * environment, and would be started anew wherever one follows on the other.
 */
export const inDocument: readonly string[] = folders
  .flatMap((folder) =>
    readdirSync(`${root}/${folder}`, { recursive: true, encoding: 'utf8' }).map((name) => `${folder}/${name}`),
  )
  .map((path) => path.replaceAll('\\', '/'))
  .filter((path) => path.endsWith('.test.ts') && hasDocument(readFileSync(`${root}/${path}`, 'utf8')))
  .sort()

function hasDocument(text: string): boolean {
  return text.startsWith('// @vitest-environment happy-dom\n')
}
