import { readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

/**
 * The files whose maps are published: the server and its transports over stdio and in memory, where the handlers of users run. The
 * maps of all files, with their sources, would take more than the package itself.
 */
const published = /^(index|stdio|parts\/(core|pipes|input-service)-[\w-]+)\.js$/

/** Gives the bundler the modules of `dist` with the maps of the compiler, and finishes the maps of the bundle in `dist/bundle`. */
export function sourceMaps(dist) {
  return {
    name: 'source-maps',
    load: (id) => loadCompiled(dist, id),
    generateBundle: (_, files) => finish(dist, files),
  }
}

function loadCompiled(dist, id) {
  if (!id.startsWith(dist)) return null
  const code = readFileSync(id, 'utf8').replace(/\n\/\/# sourceMappingURL=\S+\s*$/, '\n')
  return { code, map: readFileSync(`${id}.map`, 'utf8') }
}

/** Inlines the sources, and tells lines apart, not columns: a quarter of the size. */
function finish(dist, files) {
  for (const [name, file] of Object.entries(files)) {
    if (!name.endsWith('.map')) continue
    const chunk = files[name.slice(0, -'.map'.length)]
    if (!published.test(chunk.fileName)) {
      delete files[name]
      continue
    }
    const { sources, mappings } = JSON.parse(file.source)
    const folder = join(dist, 'bundle', dirname(name))
    const sourcesContent = sources.map((source) => readFileSync(join(folder, source), 'utf8'))
    const map = { version: 3, sources, sourcesContent, names: [], mappings: firstOfEachLine(mappings) }
    file.source = JSON.stringify(map)
    chunk.code += `\n//# sourceMappingURL=${basename(name)}\n`
  }
}

/** Keeps the first position of each line that has one, for the whole line. Numbers are differences to the one before. */
function firstOfEachLine(mappings) {
  const position = [0, 0, 0] // source, line, column
  let written = [0, 0, 0]
  const lines = mappings.split(';').map((line) => {
    let first
    for (const [, ...moved] of line.split(',').map(decode)) {
      if (moved.length === 0) continue
      for (const index of position.keys()) position[index] += moved[index]
      first ??= [...position]
    }
    if (first === undefined) return ''
    const moved = first.map((value, index) => value - written[index])
    written = first
    return encode([0, ...moved])
  })
  return lines.join(';')
}

const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'

/** Numbers in base 64, five bits at a time from the lowest on; the sixth says that more follow, the very first is the sign. */
function decode(segment) {
  const numbers = []
  let value = 0
  let shift = 0
  for (const digit of segment) {
    const bits = digits.indexOf(digit)
    value += (bits & 31) << shift
    shift += 5
    if (bits & 32) continue
    numbers.push(value & 1 ? -(value >> 1) : value >> 1)
    value = 0
    shift = 0
  }
  return numbers
}

function encode(numbers) {
  return numbers.map(encodeNumber).join('')
}

function encodeNumber(number) {
  let rest = number < 0 ? (-number << 1) | 1 : number << 1
  let text = ''
  do {
    const bits = rest & 31
    rest >>= 5
    text += digits[rest > 0 ? bits | 32 : bits]
  } while (rest > 0)
  return text
}
