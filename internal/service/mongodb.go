package service

import "github.com/retrygen/retrygen/internal/matcher"

const (
	mongoReads  = "MongoDB specifications, Retryable Reads: retryable error"
	mongoWrites = "MongoDB specifications, Retryable Writes"
	mongoTx     = "MongoDB specifications, Transactions: error labels"
	mongoCodes  = "MongoDB documentation, Error Codes"
	// mongoPackage is the path of version 1 and, with v*, of the later ones.
	mongoPackage = "go.mongodb.org/mongo-driver/v*/mongo"
)

func mongoCode(o matcher.Outcome, codes ...string) matcher.Matcher {
	return field(o, mongoPackage, "CommandError", "Code", codes...)
}

var mongodb = Table{
	Name: "mongodb", System: "MongoDB",
	Retry: append([]Row{
		{label(undone, "TransientTransactionError"), "the transaction was rolled back", mongoTx},
		{label(unknown, "UnknownTransactionCommitResult"), "the server does not know whether the commit took effect", mongoTx},
		{label(unknown, "RetryableWriteError"), "the write may have been carried out", mongoWrites},
		{mongoCode(notSent, "10107", "13435", "10058"), "the server is not the primary", mongoReads},
		{mongoCode(undone, "112"), "write conflict: the operation was rolled back", mongoCodes},
		{mongoCode(notSent, "134"), "the read concern is not available yet", mongoReads},
		{mongoCode(unknown, "6", "7", "89", "9001"), "a server of the cluster cannot be reached", mongoReads},
		{mongoCode(unknown, "91", "189", "11600", "11602", "262"), "the server is shutting down or has lost an election", mongoReads},
	}, connection...),
	Final: []Row{
		{declared(unknown, mongoPackage, "ErrNoDocuments"), "no document matches", "go.mongodb.org/mongo-driver/v2/mongo, ErrNoDocuments"},
		{mongoCode(undone, "2", "9", "14", "72"), "the command is wrong", mongoCodes},
		{mongoCode(undone, "13", "18"), "a permission is missing, or the login failed", mongoCodes},
		{mongoCode(undone, "11000", "11001", "121"), "a key is a duplicate, or the document is invalid", mongoCodes},
	},
}
