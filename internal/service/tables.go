package service

// Tables are all tables, in the order of their names.
var Tables = []*Table{
	&aws, &azure, &cockroachdb, &elasticsearch, &github, &googleapi, &kafka, &kubernetes, &mongodb, &mysql, &nats,
	&postgres, &redis, &s3, &sqlite, &sqlserver, &stripe,
}
