import { readFileSync } from 'node:fs'
import ts from 'typescript6'

/** Finds the declarations that modules lead to, in the declaration files of a compiler. Files have addresses, such as `file:///a.d.ts`. */
export class ReachedDeclarations {
  #files = new Map()

  /** Adds all that a file declares, and what that leads to. */
  addFile(address) {
    const file = this.#open(address)
    for (const statement of file.source.statements) this.#addStatement(file, statement)
  }

  /** Gives the text of each file by its address: the declarations that are reached, in their order. */
  *texts() {
    for (const [address, { source, reached, names }] of this.#files) {
      const parts = source.statements.map((statement) => {
        const { importClause } = statement
        if (importClause !== undefined) return importText(statement, names)
        return reached.has(statement) || isMark(statement) ? publicText(statement) : ''
      })
      yield [address, `${withTabs(parts.join('')).trim()}\n`]
    }
  }

  #open(address) {
    const known = this.#files.get(address)
    if (known !== undefined) return known
    const source = ts.createSourceFile(address, readFileSync(new URL(address), 'utf8'), ts.ScriptTarget.Latest, true)
    const file = { address, source, reached: new Set(), names: new Set(), ...indexOf(source) }
    this.#files.set(address, file)
    return file
  }

  #addStatement(file, statement) {
    if (statement.importClause !== undefined || file.reached.has(statement)) return
    file.reached.add(statement)
    const { moduleSpecifier, exportClause } = statement
    if (moduleSpecifier === undefined) return this.#addNames(file, statement)
    const target = addressOf(file, moduleSpecifier.text)
    if (exportClause === undefined) return this.#addExport(target)
    for (const element of exportClause.elements) this.#addExport(target, ownName(element))
  }

  /** Adds what a declaration names. A name of something else, such as a property, can add what is not needed, and nothing less. */
  #addNames(file, node) {
    if (isInternal(node)) return
    if (ts.isIdentifier(node)) this.#addName(file, node.text)
    if (ts.isImportTypeNode(node))
      this.#addExport(addressOf(file, node.argument.literal.text), firstName(node.qualifier))
    ts.forEachChild(node, (child) => this.#addNames(file, child))
  }

  #addName(file, name) {
    if (file.names.has(name)) return
    file.names.add(name)
    for (const statement of file.declared.get(name) ?? []) this.#addStatement(file, statement)
    const imported = file.imported.get(name)
    if (imported !== undefined) this.#addExport(addressOf(file, imported.specifier), imported.name)
  }

  /** Adds an export of a file: all of them without a name, or if the name is not found, as with `export *`. */
  #addExport(address, name) {
    if (address === undefined) return
    const file = this.#open(address)
    const statement = file.exported.get(name)
    if (statement !== undefined) this.#addStatement(file, statement)
    else if (file.declared.has(name)) this.#addName(file, name)
    else this.addFile(address)
  }
}

/** The statements that declare and that export a name, and where imported names come from. */
function indexOf(source) {
  const [declared, imported, exported] = [new Map(), new Map(), new Map()]
  for (const statement of source.statements) {
    const { importClause, exportClause, moduleSpecifier, name, declarationList } = statement
    for (const element of importClause?.namedBindings?.elements ?? []) {
      imported.set(element.name.text, { specifier: moduleSpecifier.text, name: ownName(element) })
    }
    const other = importClause?.name ?? importClause?.namedBindings?.name
    if (other !== undefined) imported.set(other.text, { specifier: moduleSpecifier.text })
    for (const element of exportClause?.elements ?? []) exported.set(element.name.text, statement)
    for (const each of declarationList?.declarations ?? [statement]) {
      const text = (each.name ?? name)?.text
      if (text !== undefined) declared.set(text, [...(declared.get(text) ?? []), statement])
    }
  }
  return { declared, imported, exported }
}

/** An import without the names that are not needed; empty if none is. */
function importText(statement, names) {
  const text = statement.getFullText()
  const { elements } = statement.importClause.namedBindings ?? {}
  if (elements === undefined) return text
  const needed = elements.filter(({ name }) => names.has(name.text)).map((element) => element.getText())
  return needed.length === 0 ? '' : text.replace(/\{[^}]*\}/, () => `{ ${needed.join(', ')} }`)
}

/** A declaration with `unknown` as the type of its members that are marked `@internal`: those of a value that only the library makes. */
function publicText(statement) {
  const start = statement.getFullStart()
  const types = (statement.members ?? [])
    .filter(isInternal)
    .map(({ type }) => [type.getStart() - start, type.getEnd() - start])
  return types.reduceRight(
    (text, [from, to]) => `${text.slice(0, from)}unknown${text.slice(to)}`,
    statement.getFullText(),
  )
}

const isInternal = (node) =>
  ts.isPropertySignature(node) && ts.getJSDocTags(node).some(({ tagName }) => tagName.text === 'internal')

/** `export {}`, without which all of a file would be exported. */
const isMark = ({ exportClause, moduleSpecifier }) =>
  moduleSpecifier === undefined && exportClause?.elements.length === 0

const ownName = ({ propertyName, name }) => (propertyName ?? name).text

const firstName = (name) => (name?.left === undefined ? name?.text : firstName(name.left))

/** The compiler indents by four spaces. */
const withTabs = (text) => text.replace(/^( {4})+/gm, (spaces) => '\t'.repeat(spaces.length / 4))

/** The address of a declaration file that another one names; undefined for a package. */
function addressOf({ address }, specifier) {
  return specifier.startsWith('.') ? new URL(specifier.replace(/\.js$/, '.d.ts'), address).href : undefined
}
