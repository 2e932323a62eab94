//go:build llvm19

package llvmpass

import "tinygo.org/x/go-llvm"

// The functions of libstdc++ that std::list, std::map, std::set and what is made of these (QMap of Qt 6) call to
// tie a node in or to take one out.
const (
	listHook   = "_ZNSt8__detail15_List_node_base7_M_hookEPS0_"
	listUnhook = "_ZNSt8__detail15_List_node_base9_M_unhookEv"
	treeInsert = "_ZSt29_Rb_tree_insert_and_rebalancebPSt18_Rb_tree_node_baseS0_RS_"
	treeErase  = "_ZSt28_Rb_tree_rebalance_for_erasePSt18_Rb_tree_node_baseRS_"
)

// qmapErase is the function of Qt 5 by which a QMap takes a node out of its tree; it frees that, too.
const qmapErase = "_ZN12QMapDataBase20freeNodeAndRebalanceEP12QMapNodeBase"

// Those by which a QList of Qt 5 takes elements out. Each search begins with the word that leads to all of them,
// where the list itself is.
const (
	qlistRemove  = "_ZN9QListData6removeEi"
	qlistRemoves = "_ZN9QListData6removeEii"
	qlistErase   = "_ZN9QListData5eraseEPPv"
)

// instrumentLinks reports the links that these functions change: the code that follows links is in headers and
// instrumented, the code that changes them is in the library (tracelib/src/links.c). It goes before them, where
// the old links still are.
func instrumentLinks(m *module) {
	m.eachCall(func(inst, callee llvm.Value) {
		hook, operands := "", []int(nil)
		switch callee.Name() {
		case listHook:
			hook, operands = "list_tied", []int{1}
		case listUnhook:
			hook, operands = "list_erased", []int{0}
		case treeInsert:
			hook, operands = "tree_tied", []int{2, 3}
		case treeErase:
			hook, operands = "tree_erased", []int{0, 1}
		case qmapErase:
			hook, operands = "qmap_erased", []int{0, 1}
		case qlistRemove, qlistRemoves, qlistErase:
			hook, operands = "hash_erased", []int{0}
		default:
			return
		}
		args := make([]llvm.Value, 0, len(operands)+1)
		for _, k := range operands {
			args = append(args, inst.Operand(k))
		}
		if hook == "tree_tied" {
			m.builder.SetInsertPointBefore(inst)
			left := m.builder.CreateZExt(inst.Operand(0), m.ctx.Int32Type(), "")
			if left.IsAConstant().IsNil() {
				m.locate(left, inst)
			}
			args = append(args, left)
		}
		m.insertHook(inst, inst, hook, args...)
	})
}
