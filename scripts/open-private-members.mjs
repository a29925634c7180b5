/**
 * Turns the private members of classes into members with names of their own: `#sent` of the class `Client` becomes `_Client_sent`.
 * Programs put a Proxy before a client or a server, or make an object from one, and the language would keep private members from
 * those.
 */
export function openPrivateMembers(folder) {
  return {
    name: 'open-private-members',
    transform(code, id) {
      if (!id.startsWith(folder) || !code.includes('#')) return null
      const edits = editsOf(this.parse(code), [])
      if (edits.length === 0) return null
      return { code: apply(code, edits), map: null }
    },
  }
}

/** The places of private names, each with what takes it. `owners` are the classes around, the innermost last. */
function editsOf(node, owners) {
  if (Array.isArray(node)) return node.flatMap((each) => editsOf(each, owners))
  if (typeof node?.type !== 'string') return []
  if (node.type === 'PrivateIdentifier') return [{ ...node, text: nameOf(node, owners) }]
  if (node.type === 'BinaryExpression' && node.left.type === 'PrivateIdentifier') {
    return [{ ...node.left, text: `'${nameOf(node.left, owners)}'` }, ...editsOf(node.right, owners)]
  }
  const isClass = node.type === 'ClassDeclaration' || node.type === 'ClassExpression'
  const within = isClass ? [...owners, ownerOf(node)] : owners
  return Object.values(node).flatMap((child) => (typeof child === 'object' ? editsOf(child, within) : []))
}

function ownerOf({ id, body }) {
  const names = body.body.flatMap(({ key }) => (key?.type === 'PrivateIdentifier' ? [key.name] : []))
  if (id === null && names.length > 0) throw new Error('a class with private members needs a name')
  return { name: id?.name, names: new Set(names) }
}

function nameOf({ name }, owners) {
  const owner = owners.findLast(({ names }) => names.has(name))
  return `_${owner.name}_${name}`
}

function apply(code, edits) {
  const sorted = edits.toSorted((left, right) => right.start - left.start)
  return sorted.reduce((text, { start, end, text: name }) => text.slice(0, start) + name + text.slice(end), code)
}
