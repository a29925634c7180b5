/**
 * Reads the notation of `schemas/*.txt`:
 *
 *     Name = {member: type; optional?: type}     an object; `loose{…}` keeps other members, `strict{…}` refuses them
 *     [type]   [type](..100)   map<type>         arrays and records
 *     (a | b)   either(a, b)   oneOf(type: a, b)   "text"   enum("a", "b")
 *     number   number(0..1)   int   type?   type = default   type !caught
 *
 * A capital letter begins the name of a schema, a small one a type of `emit-zod.mjs`.
 */
export function parseNotation(text) {
  const found = []
  let docs = []
  for (const line of text.split('\n')) {
    if (line.startsWith('# ')) docs.push(line.slice(2))
    if (!/^\w/.test(line)) continue
    const [, name, source] = /^(\w+) = (.*)$/.exec(line)
    found.push({ name, docs: docs.join(' '), node: new Reader(source).read() })
    docs = []
  }
  return found
}

class Reader {
  #tokens
  #at = 0

  constructor(source) {
    this.#tokens = source.match(/"[^"]*"|\w+|\.\.|[^\s\w]/g)
  }

  read() {
    const node = this.#type()
    if (this.#at < this.#tokens.length) throw new Error(`unexpected ${this.#tokens.slice(this.#at).join(' ')}`)
    return node
  }

  #type() {
    let node = this.#plain()
    for (;;) {
      if (this.#take('?')) node = { kind: 'optional', inner: node }
      else if (this.#take('=')) node = { kind: 'default', inner: node, value: this.#value() }
      else if (this.#take('!')) node = { kind: 'catch', inner: node, value: this.#value() }
      else return node
    }
  }

  #plain() {
    if (this.#take('{')) return this.#object('strip')
    if (this.#take('[')) return this.#array()
    if (this.#take('(')) return { kind: 'union', options: this.#list(')', '|') }
    const token = this.#next()
    if (token.startsWith('"')) return { kind: 'literal', value: JSON.parse(token) }
    if (token === 'loose' || token === 'strict') return this.#object(token)
    if (token === 'map') return this.#map()
    if (token === 'enum') return this.#enum()
    if (token === 'either') return this.#either()
    if (token === 'oneOf') return this.#discriminated()
    if (token === 'number' || token === 'int') return { kind: token, ...this.#bounds() }
    return { kind: /^[A-Z]/.test(token) ? 'reference' : 'named', name: token }
  }

  #object(mode) {
    this.#take('{')
    const members = []
    while (!this.#take('}')) {
      const name = this.#next()
      const isOptional = this.#take('?')
      this.#take(':')
      const inner = this.#type()
      members.push([name.replaceAll('"', ''), isOptional ? { kind: 'optional', inner } : inner])
      this.#take(';')
    }
    return { kind: 'object', mode, members }
  }

  #array() {
    const element = this.#type()
    this.#take(']')
    return { kind: 'array', element, ...this.#bounds() }
  }

  #map() {
    this.#take('<')
    const value = this.#type()
    this.#take('>')
    return { kind: 'map', value }
  }

  #enum() {
    this.#take('(')
    return { kind: 'enum', values: this.#list(')', ',').map(({ value }) => value) }
  }

  #either() {
    this.#take('(')
    return { kind: 'either', options: this.#list(')', ',') }
  }

  #discriminated() {
    this.#take('(')
    const key = this.#next()
    this.#take(':')
    return { kind: 'discriminated', key, options: this.#list(')', ',') }
  }

  #list(end, separator) {
    const items = []
    while (!this.#take(end)) {
      items.push(this.#type())
      this.#take(separator)
    }
    return items
  }

  #bounds() {
    if (this.#tokens[this.#at] !== '(') return {}
    this.#next()
    const least = this.#take('..') ? undefined : Number(this.#next())
    if (least !== undefined) this.#take('..')
    if (this.#take(')')) return { least }
    const most = Number(this.#next())
    this.#take(')')
    return { least, most }
  }

  #value() {
    if (this.#take('[')) return this.#expect(']', [])
    const token = this.#next()
    return token === 'undefined' ? undefined : JSON.parse(token)
  }

  #expect(token, result) {
    this.#take(token)
    return result
  }

  #next() {
    this.#at += 1
    return this.#tokens[this.#at - 1]
  }

  #take(token) {
    if (this.#tokens[this.#at] !== token) return false
    this.#at += 1
    return true
  }
}
