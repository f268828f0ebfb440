const declaration =
  /^export\s+(?:declare\s+)?(?:default\s+)?(?:async\s+)?(?:abstract\s+)?(?:function\*?|const|let|var|type|interface|class|enum)\s+([\w$]+)/gm
const list = /^export\s+(?:type\s+)?\{([^}]*)\}/gm

/** The exports of a module by name, types included, as its text shows them. */
export function exportedNames(source: string): Set<string> {
  const text = source.replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')
  const names = new Set<string>()
  for (const match of text.matchAll(declaration)) names.add(String(match[1]))
  for (const match of text.matchAll(list)) {
    for (const item of String(match[1]).split(',')) {
      const name = item
        .trim()
        .replace(/^type\s+/, '')
        .split(/\s+as\s+/)
        .at(-1)
      if (name !== undefined && name !== '') names.add(name)
    }
  }
  return names
}
