export type { Completion } from './editor/complete.ts'
export { EditorProject } from './editor/editor-project.ts'
export type { Position } from './editor/position.ts'
