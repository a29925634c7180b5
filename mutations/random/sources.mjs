import { readdirSync } from 'node:fs'
import { join } from 'node:path'

/** The files that mutants are made of, from the root: all source but for tests, the contracts of stores among them, and what is generated. */
export function sourceFiles(root) {
  return readdirSync(join(root, 'packages'), { recursive: true })
    .map((path) => `packages/${path.replaceAll('\\', '/')}`)
    .filter((path) => isSource.test(path) && !isOther.test(path))
    .sort()
}

const isSource = /^packages\/[^/]+\/src\/.+\.tsx?$/
const isOther = /\.(?:test|contract)\.tsx?$|\.d\.ts$|\.gen\.ts$|\/fixtures\//

/** A layer of the library, or the name of another package. */
export function layerOf(file) {
  const [, name, , folder] = file.split('/')
  return name === 'omniport' ? folder : name
}
