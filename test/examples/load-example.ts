import { pathToFileURL } from 'node:url'
import { root } from '../support/root.js'

/** The module of an example, such as `files/server.js`. */
export async function loadExample<T>(file: string): Promise<T> {
  return (await import(pathToFileURL(`${root}/examples/${file}`).href)) as T
}
