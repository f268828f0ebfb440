import { builtinModules } from 'built:node-tables'

export const createRequire = (): unknown =>
  Object.assign(() => undefined, { resolve: (name: string) => `/node_modules/${name}` })
export const isBuiltin = (name: string): boolean => builtinModules.includes(name.replace(/^node:/, ''))
export default {}
