import { join } from 'node:path'
import ts from 'typescript6'

/** A line of a program that compiles if one package can stand for the other, and what it is about. */
export interface Assignment {
  readonly line: string
  readonly about: string
}

const head = `type Sub<A, B> = [A] extends [B] ? true : false
type Public<T> = { [K in keyof T]: T[K] }
type Fill = any`

/**
 * Writes a program that compares everything that modules of two packages export: values of `own` have to be values of `official`; types
 * have to be the same, in both directions. Of classes what is public counts. Parameters of types are `any`.
 */
export function writeAssignments(folder: string, modules: readonly string[]): readonly Assignment[] {
  const files = modules.map((name) => join(folder, 'dist/esm', `${name}.d.ts`))
  const program = ts.createProgram({
    rootNames: files,
    options: { module: ts.ModuleKind.NodeNext, moduleResolution: ts.ModuleResolutionKind.NodeNext, skipLibCheck: true },
  })
  const checker = program.getTypeChecker()
  const lines: Assignment[] = head.split('\n').map((line) => ({ line, about: '' }))
  for (const [index, name] of modules.entries()) {
    lines.push({ line: `import * as Official${index} from 'mcp-sdk-current/${name}.js'`, about: name })
    lines.push({ line: `import * as Own${index} from '@modelcontextprotocol/sdk/${name}.js'`, about: name })
    const source = program.getSourceFile(files[index] ?? '')
    const symbol = source && checker.getSymbolAtLocation(source)
    for (const each of symbol === undefined ? [] : checker.getExportsOfModule(symbol)) {
      const target = each.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(each) : each
      for (const { type, about } of comparisons(target, `${index}.${each.name}`)) {
        lines.push({
          line: `export const check${lines.length}: ${type} = true`,
          about: `${name} ${each.name}: ${about}`,
        })
      }
    }
  }
  return lines
}

function comparisons({ flags, declarations = [] }: ts.Symbol, path: string): { type: string; about: string }[] {
  const [own, official] = [`Own${path}`, `Official${path}`]
  const found: { type: string; about: string }[] = []
  const isClass = (flags & ts.SymbolFlags.Class) !== 0
  if (flags & ts.SymbolFlags.Value && !isClass) {
    found.push({ type: `Sub<typeof ${own}, typeof ${official}>`, about: 'the value' })
  }
  if (isClass) {
    const type = `Sub<ConstructorParameters<typeof ${official}>, ConstructorParameters<typeof ${own}>>`
    found.push({ type, about: 'the constructor' })
  }
  if ((flags & ts.SymbolFlags.Type) === 0) return found
  const parameters = declarations.map((each) => ('typeParameters' in each ? each.typeParameters : undefined))
  const count = Math.max(0, ...parameters.map((all) => (Array.isArray(all) ? all.length : 0)))
  const filled = (name: string) => `${name}${count === 0 ? '' : `<${Array(count).fill('Fill').join(', ')}>`}`
  const whole = (name: string) => (isClass ? `Public<${filled(name)}>` : filled(name))
  found.push({ type: `Sub<${whole(own)}, ${whole(official)}>`, about: 'what it gives' })
  found.push({ type: `Sub<${whole(official)}, ${whole(own)}>`, about: 'what it takes' })
  return found
}
