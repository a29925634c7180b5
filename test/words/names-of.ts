import ts from 'typescript6'

/** A name, and where it is. */
export interface Name {
  readonly name: string
  readonly where: string
}

/** The identifiers of a source text, each once. */
export function identifiersOf(path: string, text: string): readonly Name[] {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, false)
  const names = new Map<string, Name>()
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node) || ts.isPrivateIdentifier(node)) {
      const name = node.text.replace(/^#/, '')
      if (!names.has(name)) {
        const line = file.getLineAndCharacterOfPosition(node.pos).line + 1
        names.set(name, { name, where: `${path}:${line} ${name}` })
      }
    }
    ts.forEachChild(node, visit)
  }
  visit(file)
  return [...names.values()]
}

/** The words of a name in camelCase, PascalCase or kebab-case, in lower case. */
export function wordsOf(name: string): readonly string[] {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .split(/[^A-Za-z0-9]+/)
    .map((word) => word.toLowerCase())
    .filter((word) => word !== '')
}
